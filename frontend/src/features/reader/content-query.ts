import { LinkContent } from '@lectern/contracts/api/links.ts'
import { queryOptions } from '@tanstack/react-query'
import { getJson } from '../../lib/api.ts'
import { ASK_AGAIN_MS, linkKeys } from '../../lib/links.ts'

/** The article of a link, or its state: pending, or failed with a reason. */
export const contentQuery = (id: number) =>
  queryOptions({
    queryKey: linkKeys.content(id),
    queryFn: ({ signal }) => getJson(`/api/links/${id}/content`, LinkContent, { signal }),
    refetchInterval: ({ state }) => state.data?.status === 'pending' && ASK_AGAIN_MS,
  })
