import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Link } from '../answers.ts'
import { sharedQuery } from '../collections/shared.ts'
import type { SharedCollection } from '../collections/shared-list.ts'
import { carriedLinks } from '../links/fold.ts'
import { usePendingActs } from './use-library.tsx'

const counted = (of: SharedCollection, { isArchived, isFavorite }: Link, by: number): SharedCollection =>
  isArchived
    ? { ...of, archived: of.archived + by }
    : { ...of, count: of.count + by, favorites: of.favorites + (isFavorite ? by : 0) }

/** The collections of others, with what the person's own acts change in their counts. */
export const useSharedCounts = (): readonly SharedCollection[] => {
  const acts = usePendingActs()
  const { data } = useQuery(sharedQuery)
  return useMemo(() => {
    if (!data) return []
    const shared = new Map<unknown, SharedCollection>(data.data.map(each => [each.id, each]))
    const add = (link: Link | null, by: number) => {
      const of = link?.library === undefined ? undefined : shared.get(link.collectionId)
      if (link && of) shared.set(of.id, counted(of, link, by))
    }
    for (const { before, after } of carriedLinks(acts, () => data.asOf).values()) {
      add(before, -1)
      add(after, 1)
    }
    return [...shared.values()]
  }, [data, acts])
}
