import { ShareList } from '@lectern/contracts/api/shares.ts'
import { queryOptions } from '@tanstack/react-query'
import { getJson } from '../../lib/api.ts'

/** The public links of the library. Views are counted by the server, so that they are read each time. */
export const sharesQuery = queryOptions({
  queryKey: ['shares'],
  queryFn: async ({ signal }) =>
    (await getJson('/api/shares', ShareList, { signal, cache: 'no-store' })).shares,
  staleTime: 0,
})
