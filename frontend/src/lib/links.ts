import { Counts } from '@lectern/contracts/api/counts.ts'
import { Link, LinkList } from '@lectern/contracts/api/links.ts'
import { PLANS, type Plan } from '@lectern/contracts/plans.ts'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { getJson } from './api.ts'

export type LinkFilters = {
  favorite: boolean
  archived: boolean
  /** A collection's id, what is in none, or null for all links. */
  collection: number | 'none' | null
  /** A search in the syntax of search-syntax.ts; empty is none. */
  q: string
}

/** Keys of all that a change of links makes stale. */
export const linkKeys = {
  lists: ['links'],
  list: (filters: LinkFilters) => ['links', filters] as const,
  one: (id: number) => ['link', id] as const,
  content: (id: number) => ['content', id] as const,
  counts: ['counts'],
  collections: ['collections'],
}

const searchOf = ({ favorite, archived, collection, q }: LinkFilters): URLSearchParams => {
  const search = new URLSearchParams()
  if (favorite) search.set('favorite', 'true')
  if (archived) search.set('archived', 'true')
  if (collection !== null) search.set('collection', String(collection))
  if (q !== '') search.set('q', q)
  return search
}

/** The newest links under these filters: the plan's page at first, on a refetch as many as are loaded. */
export const linksQuery = (filters: LinkFilters, plan: Plan) =>
  queryOptions({
    queryKey: linkKeys.list(filters),
    queryFn: ({ client, queryKey, signal }) => {
      const loaded = client.getQueryData<LinkList>(queryKey)?.links.length ?? 0
      const search = searchOf(filters)
      search.set('limit', String(Math.max(PLANS[plan].pageSize, loaded)))
      return getJson(`/api/links?${search}`, LinkList, { signal })
    },
    // While one types, the last result stays until the next is there; an answer of an older text goes to its own key.
    ...(filters.q !== '' && { placeholderData: keepPreviousData }),
  })

/** The next links after those of the list, appended to it. */
export const loadMore = async (client: QueryClient, filters: LinkFilters, count: number): Promise<void> => {
  const queryKey = linkKeys.list(filters)
  const cursor = client.getQueryData<LinkList>(queryKey)?.nextCursor
  if (!cursor) return
  const search = searchOf(filters)
  search.set('limit', String(count))
  search.set('cursor', cursor)
  const next = await getJson(`/api/links?${search}`, LinkList)
  client.setQueryData<LinkList>(queryKey, list => {
    // A refetch meanwhile has moved the end of the list: what it holds stands.
    if (!list || list.nextCursor !== cursor) return list
    return { ...next, links: [...list.links, ...next.links] }
  })
}

export const countsQuery = queryOptions({
  queryKey: linkKeys.counts,
  queryFn: ({ signal }) => getJson('/api/counts', Counts, { signal }),
})

export const linkQuery = (id: number) =>
  queryOptions({
    queryKey: linkKeys.one(id),
    queryFn: ({ signal }) => getJson(`/api/links/${id}`, Link, { signal }),
  })
