import { CollectionList } from '@lectern/contracts/api/collections.ts'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../links/keys.ts'
import { read } from '../reading.ts'

/** The collections in the order they were created. Their counts age; the counts query has the present ones. */
export const collectionsQuery = queryOptions({
  queryKey: keys.collections,
  queryFn: ({ signal }) => read('/api/collections', CollectionList, signal),
})
