import { type DeletedLink, DeletedLinkList } from '@lectern/contracts/api/deleted-links.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Act } from '../../data/acts/kinds.ts'
import type { PendingAct } from '../../data/acts/pending.ts'
import { keys } from '../../data/links/keys.ts'
import { read } from '../../data/reading.ts'

const PAGE = 50

/** What can be brought back, the latest deletion first. It is read again with the history. */
export const deletedQuery = infiniteQueryOptions({
  queryKey: [...keys.history, 'deleted'] as const,
  queryFn: ({ pageParam, signal }) =>
    read(
      `/api/deleted-links?limit=${PAGE}${pageParam && `&cursor=${encodeURIComponent(pageParam)}`}`,
      DeletedLinkList,
      signal,
    ),
  initialPageParam: '',
  getNextPageParam: ({ data }) => data.nextCursor,
})

/** Links that were deleted by one act, as far as they are loaded. */
export type Deletion = { readonly at: string; readonly count: number; readonly links: readonly DeletedLink[] }

/** By their moments, without the links that waiting acts bring back or end. */
export const deletionsIn = (
  links: readonly DeletedLink[],
  pending: readonly Pick<PendingAct, 'act'>[],
): Deletion[] => {
  const acts = pending.map(({ act }) => act).filter(act => act.state === 'waiting')
  const left = links.filter(link => !acts.some(act => takes(act, link)))
  return [...Map.groupBy(left, link => link.deletedAt)].map(([at, ofAct]) => {
    const gone = links.filter(({ deletedAt }) => deletedAt === at).length - ofAct.length
    return { at, count: (ofAct[0]?.togetherCount ?? 0) - gone, links: ofAct }
  })
}

const takes = (act: Act, { id, deletedAt }: DeletedLink): boolean =>
  (act.name === 'bringBack' || act.name === 'deleteForGood') &&
  ((act.params.all === true && deletedAt <= (act.params.until ?? deletedAt)) ||
    act.params.deletedAt === deletedAt ||
    (act.params.linkIds ?? []).includes(id))
