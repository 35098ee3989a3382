import { CollectionList } from '@lectern/contracts/api/collections.ts'
import { queryOptions } from '@tanstack/react-query'
import { getJson } from '../../lib/api.ts'
import { LinkList } from '../answers.ts'
import { keys } from '../links/keys.ts'
import { read } from '../reading.ts'

/** The collections in the order they were created. Their counts age; the counts query has the present ones. */
export const collectionsQuery = queryOptions({
  queryKey: keys.collections,
  queryFn: ({ signal }) => read('/api/collections', CollectionList, signal),
})

/** The number of articles in a collection, archived ones included, read anew each time. */
export const collectionTotalQuery = (id: number) =>
  queryOptions({
    queryKey: ['collection-total', id],
    queryFn: async ({ signal }) => {
      const path = `/api/links?collection=${id}&archived=all&limit=1`
      return (await getJson(path, LinkList, { signal })).total
    },
    enabled: id > 0,
    gcTime: 0,
    staleTime: 0,
  })
