import { Counts } from '@lectern/contracts/api/counts.ts'
import { PLANS, type Plan } from '@lectern/contracts/plans.ts'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { readLoaded } from '../../lib/navigation.tsx'
import { type Link, LinkList, linkIn } from '../answers.ts'
import { type Id, linkPath, numberOf, ownerOf } from '../id.ts'
import { askAgainWhenBehind, type Reading, read } from '../reading.ts'
import { keys, type LinkFilters } from './keys.ts'
import { placeLink } from './place.ts'

export const searchOf = ({
  favorite,
  archived,
  collection,
  q,
  progress,
  sort,
  shared,
}: LinkFilters): URLSearchParams => {
  const search = new URLSearchParams()
  if (favorite) search.set('favorite', 'true')
  if (archived) search.set('archived', 'true')
  if (collection !== null)
    search.set('collection', collection === 'none' ? 'none' : String(numberOf(collection)))
  const library = collection === null || collection === 'none' ? undefined : ownerOf(collection)
  if (library !== undefined) search.set('library', library)
  if (shared && collection === null) search.set('shared', 'also')
  if (q !== '') search.set('q', q)
  if (progress) search.set('progress', progress)
  if (sort !== 'newest') search.set('sort', sort)
  return search
}

/** Most links in one request. The browser parses this many without a visible pause. */
const PAGE_MAX = 1_000

const fetchPage = (filters: LinkFilters, limit: number, cursor: string | null, signal?: AbortSignal) => {
  const search = searchOf(filters)
  search.set('limit', String(limit))
  if (cursor) search.set('cursor', cursor)
  return read(`/api/links?${search}`, LinkList, signal)
}

/** Two pages as one list, which is as old as the older page. */
const joined = (first: Reading<LinkList>, next: Reading<LinkList>): Reading<LinkList> => ({
  ...first,
  data: { ...next.data, links: [...first.data.links, ...next.data.links] },
  asOf: Math.min(first.asOf, next.asOf),
})

const fetchLinks = async (filters: LinkFilters, count: number, signal: AbortSignal) => {
  let list = await fetchPage(filters, Math.min(count, PAGE_MAX), null, signal)
  while (list.data.links.length < count && list.data.nextCursor) {
    const limit = Math.min(count - list.data.links.length, PAGE_MAX)
    list = joined(list, await fetchPage(filters, limit, list.data.nextCursor, signal))
  }
  return list
}

const isSame = (a: Link, b: Link): boolean =>
  (Object.keys(a) as (keyof Link)[]).every(key => key === 'tags' || key === 'snippet' || a[key] === b[key]) &&
  a.snippet?.text === b.snippet?.text &&
  a.tags.length === b.tags.length &&
  a.tags.every((tag, n) => tag === b.tags[n])

/**
 * Keeps the old objects of unchanged links, at any place in the list, so that their cards do not render again. Keeps links
 * that were read again after those of the new list.
 */
const merged = (
  before: Reading<LinkList> | undefined,
  now: Reading<LinkList>,
  filters: LinkFilters,
): Reading<LinkList> => {
  if (!before || before.data.links === now.data.links) return now
  const byId = new Map(before.data.links.map(link => [link.id, link]))
  const links = now.data.links.map(link => {
    const old = byId.get(link.id)
    return old && (old === link || isSame(old, link)) ? old : link
  })
  const newer = [...(before.links ?? [])].filter(([id, asOf]) => asOf > (now.links?.get(id) ?? now.asOf))
  if (newer.length === 0) return { ...now, data: { ...now.data, links } }
  const data = newer.reduce<LinkList>((list, [id]) => placeLink(list, id, byId.get(id) ?? null, filters), {
    ...now.data,
    links,
  })
  return { ...now, data, links: new Map([...(now.links ?? []), ...newer]) }
}

/**
 * The first links that match these filters. Fetches the plan's page size at first, and as many as were loaded on a
 * refetch, after a reload and after Back.
 */
export const linksQuery = (filters: LinkFilters, plan: Plan) =>
  queryOptions({
    queryKey: keys.list(filters),
    queryFn: ({ client, queryKey, signal }) => {
      const shown = client.getQueryData<Reading<LinkList>>(queryKey)?.data.links.length
      const loaded = shown ?? readLoaded()
      return fetchLinks(filters, Math.max(PLANS[plan].pageSize, loaded), signal)
    },
    structuralSharing: (before, now) =>
      merged(before as Reading<LinkList> | undefined, now as Reading<LinkList>, filters),
    // While the user types, the last result stays until the next one arrives. A late answer belongs to its own query key.
    ...((filters.q !== '' || filters.shared) && { placeholderData: keepPreviousData }),
  })

/** Fetches the next links and appends them to the list. */
export const loadMore = async (client: QueryClient, filters: LinkFilters, count: number): Promise<void> => {
  const queryKey = keys.list(filters)
  const listNow = () => client.getQueryData<Reading<LinkList>>(queryKey)
  let cursor = listNow()?.data.nextCursor
  while (cursor) {
    const next = await fetchPage(filters, count, cursor)
    const list = listNow()
    if (!list) return
    if (list.data.nextCursor === cursor) {
      client.setQueryData<Reading<LinkList>>(queryKey, joined(list, next))
      // A refetch under way has asked for fewer links.
      if (client.isFetching({ queryKey, exact: true }) > 0)
        await client.invalidateQueries({ queryKey, exact: true })
      return
    }
    // A refetch moved the end of the list meanwhile, so another page follows now.
    cursor = list.data.nextCursor
  }
}

/** The number of links that match these filters. */
export const fetchTotal = async (
  filters: LinkFilters,
): Promise<Pick<LinkList, 'total' | 'totalIsLowerBound'>> => (await fetchPage(filters, 1, null)).data

export const countsQuery = queryOptions({
  queryKey: keys.counts,
  queryFn: ({ signal }) => read('/api/counts', Counts, signal),
})

/** How often a pending article on the screen is fetched again, because a pushed change may be lost. */
export const ASK_AGAIN_MS = 60_000

export const linkQuery = (id: Id) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: ({ signal }) => read(linkPath(id), linkIn(ownerOf(id)), signal),
    refetchInterval: query =>
      askAgainWhenBehind(query) || (query.state.data?.data.extraction === 'pending' && ASK_AGAIN_MS),
  })
