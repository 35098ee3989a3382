import { CollectionList } from '@lectern/contracts/api/collections.ts'
import { queryOptions } from '@tanstack/react-query'
import { getJson } from './api.ts'
import { linkKeys } from './links.ts'

/** The collections with their counts, in the order they were created. */
export const collectionsQuery = queryOptions({
  queryKey: linkKeys.collections,
  queryFn: ({ signal }) => getJson('/api/collections', CollectionList, { signal }),
})
