import { queryOptions } from '@tanstack/react-query'
import { keys } from '../links/keys.ts'
import { read } from '../reading.ts'

/** The collections that others share with the person, by the names of owners and collections. Its schemas load after the first screen's code. */
export const sharedQuery = queryOptions({
  queryKey: keys.shared,
  queryFn: async ({ signal }) => read('/api/shared', (await import('./shared-list.ts')).SharedList, signal),
})
