import { TagList } from '@lectern/contracts/api/counts.ts'
import { tagSearch } from '@lectern/contracts/tag-search.ts'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { getJson } from '../../lib/api.ts'
import { keys } from '../links/keys.ts'
import { read } from '../reading.ts'

/** All tags of links that are not archived, by count. */
export const tagsQuery = queryOptions({
  queryKey: keys.tags,
  queryFn: ({ signal }) => read('/api/tags', TagList, signal),
})

/** The part of LinkIds that is used here. */
const IdsCount = z.object({ count: z.int() })

/** The number of links with a tag, archived ones included, read anew each time. */
export const tagTotalQuery = (tag: string) =>
  queryOptions({
    queryKey: ['tag-total', tag],
    queryFn: async ({ signal }) => {
      const search = new URLSearchParams({ q: tagSearch(tag), archived: 'all' })
      return (await getJson(`/api/links/ids?${search}`, IdsCount, { signal })).count
    },
    gcTime: 0,
    staleTime: 0,
  })
