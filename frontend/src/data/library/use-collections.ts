import type { Collection, CollectionList } from '@lectern/contracts/api/collections.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { foldCollections } from '../collections/fold.ts'
import { collectionsQuery } from '../collections/queries.ts'
import { usePendingActs } from './use-library.tsx'
import { useCounts } from './use-links.ts'

const NONE: CollectionList = []

/** The collections with the person's own acts, and with the counts that are kept up to date. */
export const useCollections = (): CollectionList => {
  const acts = usePendingActs()
  const counts = useCounts()
  const { data } = useQuery(collectionsQuery)
  return useMemo(() => {
    if (!data) return NONE
    const countOf = new Map(counts?.collections.map(({ id, count }) => [id, count]))
    return foldCollections(data, acts).map(each => ({ ...each, count: countOf.get(each.id) ?? each.count }))
  }, [data, acts, counts])
}

/** The collection as it is when the caller mounts; undefined without an id, and when there is none. */
export const useShownCollection = (id: number | undefined): Collection | undefined => {
  const collections = useCollections()
  return useState(() => collections.find(each => each.id === id))[0]
}
