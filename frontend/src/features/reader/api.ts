import { LinkContent } from '@lectern/contracts/api/links.ts'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../data/links/keys.ts'
import { ASK_AGAIN_MS } from '../../data/links/queries.ts'
import { getJson } from '../../lib/api.ts'

/** The article of a link, or its state: pending, or failed with a reason. */
export const contentQuery = (id: number) =>
  queryOptions({
    queryKey: keys.content(id),
    queryFn: ({ signal }) => getJson(`/api/links/${id}/content`, LinkContent, { signal }),
    refetchInterval: ({ state }) => state.data?.status === 'pending' && ASK_AGAIN_MS,
  })
