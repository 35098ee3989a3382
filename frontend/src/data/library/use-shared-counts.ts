import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Link } from '../answers.ts'
import { sharedQuery } from '../collections/shared.ts'
import type { SharedCollection } from '../collections/shared-list.ts'
import { carriedLinks } from '../links/fold.ts'
import { usePendingActs } from './use-library.tsx'

/** The collections of others, with what the person's own acts change in their counts. */
export const useSharedCounts = (): readonly SharedCollection[] => {
  const acts = usePendingActs()
  const { data } = useQuery(sharedQuery)
  return useMemo(() => {
    if (!data) return []
    const more = new Map<unknown, number>()
    const add = (link: Link | null, by: number) => {
      if (link?.library === undefined || link.isArchived) return
      more.set(link.collectionId, (more.get(link.collectionId) ?? 0) + by)
    }
    for (const { before, after } of carriedLinks(acts, () => data.asOf).values()) {
      add(before, -1)
      add(after, 1)
    }
    return data.data.map(each => ({ ...each, count: each.count + (more.get(each.id) ?? 0) }))
  }, [data, acts])
}
