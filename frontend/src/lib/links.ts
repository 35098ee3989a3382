import { Counts } from '@lectern/contracts/api/counts.ts'
import { Link, LinkList } from '@lectern/contracts/api/links.ts'
import { PLANS, type Plan } from '@lectern/contracts/plans.ts'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { getJson } from './api.ts'
import { readPosition } from './list-position.ts'

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

/** Links that come in one answer: so many are parsed without a pause that anybody sees. */
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

/** Links that are as they were stay the same objects wherever in the list they are now, so that their cards rest. */
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
 * The newest links under these filters: the plan's page at first, as many as were loaded after a reload or on the way
 * back, and on a refetch as many as are loaded.
 */
export const linksQuery = (filters: LinkFilters, plan: Plan) =>
  queryOptions({
    queryKey: linkKeys.list(filters),
    queryFn: ({ client, queryKey, signal }) => {
      const loaded = client.getQueryData<LinkList>(queryKey)?.links.length ?? readPosition()?.loaded ?? 0
      return fetchLinks(filters, Math.max(PLANS[plan].pageSize, loaded), signal)
    },
    structuralSharing: (before, now) => reuseLinks(before as LinkList | undefined, now as LinkList),
    // While one types, the last result stays until the next is there; an answer of an older text goes to its own key.
    ...(filters.q !== '' && { placeholderData: keepPreviousData }),
  })

/** The next links after those of the list, appended to it. */
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
    // A refetch meanwhile has moved the end of the list: what follows it now is another page.
    cursor = list.nextCursor
  }
}

/** How many there are under these filters, without their links. */
export const fetchTotal = async (
  filters: LinkFilters,
): Promise<Pick<LinkList, 'total' | 'totalIsLowerBound'>> => fetchPage(filters, 1, null)

export const countsQuery = queryOptions({
  queryKey: linkKeys.counts,
  queryFn: ({ signal }) => getJson('/api/counts', Counts, { signal }),
})

/** How often an article that is being read is asked for while it is looked at, in ms: push may lose the news. */
export const ASK_AGAIN_MS = 60_000

export const linkQuery = (id: number) =>
  queryOptions({
    queryKey: linkKeys.one(id),
    queryFn: ({ signal }) => getJson(`/api/links/${id}`, Link, { signal }),
  })
