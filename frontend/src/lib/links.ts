import { Counts } from '@lectern/contracts/api/counts.ts'
import { Link, LinkList } from '@lectern/contracts/api/links.ts'
import { PLANS, type Plan } from '@lectern/contracts/plans.ts'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { getJson } from './api.ts'
import { readLoaded } from './navigation.tsx'

export type LinkFilters = {
  favorite: boolean
  archived: boolean
  /** A collection's id, 'none' for links without a collection, or null for all links. */
  collection: number | 'none' | null
  /** A search in the syntax of contracts/search-syntax.ts; empty for no search. */
  q: string
}

/** Keys of the queries that a change of links makes stale. */
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

/** Most links in one request. The browser parses this many without a visible pause. */
const PAGE_MAX = 1_000

const fetchPage = (filters: LinkFilters, limit: number, cursor: string | null, signal?: AbortSignal) => {
  const search = searchOf(filters)
  search.set('limit', String(limit))
  if (cursor) search.set('cursor', cursor)
  return getJson(`/api/links?${search}`, LinkList, signal ? { signal } : {})
}

const fetchLinks = async (filters: LinkFilters, count: number, signal: AbortSignal): Promise<LinkList> => {
  let list = await fetchPage(filters, Math.min(count, PAGE_MAX), null, signal)
  while (list.links.length < count && list.nextCursor) {
    const limit = Math.min(count - list.links.length, PAGE_MAX)
    const next = await fetchPage(filters, limit, list.nextCursor, signal)
    list = { ...next, links: [...list.links, ...next.links] }
  }
  return list
}

const isSame = (a: Link, b: Link): boolean =>
  (Object.keys(a) as (keyof Link)[]).every(key => key === 'tags' || a[key] === b[key]) &&
  a.tags.length === b.tags.length &&
  a.tags.every((tag, n) => tag === b.tags[n])

/** Keeps the old objects of unchanged links, at any place in the list, so that their cards do not render again. */
const reuseLinks = (before: LinkList | undefined, now: LinkList): LinkList => {
  if (!before || before.links === now.links) return now
  const known = new Map(before.links.map(link => [link.id, link]))
  const links = now.links.map(link => {
    const old = known.get(link.id)
    return old && (old === link || isSame(old, link)) ? old : link
  })
  return { ...now, links }
}

/**
 * The newest links that match these filters. Fetches the plan's page size at first, and as many as were loaded on a
 * refetch, after a reload and after Back.
 */
export const linksQuery = (filters: LinkFilters, plan: Plan) =>
  queryOptions({
    queryKey: linkKeys.list(filters),
    queryFn: ({ client, queryKey, signal }) => {
      const loaded = client.getQueryData<LinkList>(queryKey)?.links.length ?? readLoaded()
      return fetchLinks(filters, Math.max(PLANS[plan].pageSize, loaded), signal)
    },
    structuralSharing: (before, now) => reuseLinks(before as LinkList | undefined, now as LinkList),
    // While the user types, the last result stays until the next one arrives. A late answer belongs to its own query key.
    ...(filters.q !== '' && { placeholderData: keepPreviousData }),
  })

/** Fetches the next links and appends them to the list. */
export const loadMore = async (client: QueryClient, filters: LinkFilters, count: number): Promise<void> => {
  const queryKey = linkKeys.list(filters)
  const listNow = () => client.getQueryData<LinkList>(queryKey)
  let cursor = listNow()?.nextCursor
  while (cursor) {
    const next = await fetchPage(filters, count, cursor)
    const list = listNow()
    if (!list) return
    if (list.nextCursor === cursor) {
      client.setQueryData<LinkList>(queryKey, { ...next, links: [...list.links, ...next.links] })
      return
    }
    // A refetch moved the end of the list meanwhile, so another page follows now.
    cursor = list.nextCursor
  }
}

/** The number of links that match these filters. */
export const fetchTotal = async (
  filters: LinkFilters,
): Promise<Pick<LinkList, 'total' | 'totalIsLowerBound'>> => fetchPage(filters, 1, null)

export const countsQuery = queryOptions({
  queryKey: linkKeys.counts,
  queryFn: ({ signal }) => getJson('/api/counts', Counts, { signal }),
})

/** How often a pending article on the screen is fetched again, because a pushed change may be lost. */
export const ASK_AGAIN_MS = 60_000

export const linkQuery = (id: number) =>
  queryOptions({
    queryKey: linkKeys.one(id),
    queryFn: ({ signal }) => getJson(`/api/links/${id}`, Link, { signal }),
  })
