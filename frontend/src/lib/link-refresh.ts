import type { Link, LinkList } from '@lectern/contracts/api/links.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { matchesFilters } from './link-cache.ts'
import { fetchTotal, type LinkFilters, linkKeys, linkQuery } from './links.ts'

/** A list of up to this many links is refetched as a whole: one request for the largest page. */
const REFETCH_WHOLE_MAX = 200

type ListQuery = Query<LinkList>

const filtersOf = (query: ListQuery): LinkFilters => query.queryKey[1] as LinkFilters

/** Search results are always refetched as a whole, because only the server can order them. */
const isRefetchedWhole = (query: ListQuery): boolean =>
  (query.state.data?.links.length ?? 0) <= REFETCH_WHOLE_MAX || filtersOf(query).q !== ''

/**
 * Updates the lists on the screen for these links. A long list fetches only these links and puts them in place, so that
 * one change does not refetch 10,000 links. Resolves with false when the user changed something meanwhile: the fetched
 * links are then older than the screen and are dropped.
 */
export const refreshLinks = async (client: QueryClient, ids: readonly number[]): Promise<boolean> => {
  const lists = client.getQueryCache().findAll({ queryKey: linkKeys.lists, type: 'active' }) as ListQuery[]
  const long = lists.filter(query => !isRefetchedWhole(query))
  const short = client.invalidateQueries({
    queryKey: linkKeys.lists,
    predicate: query => !long.includes(query as ListQuery),
  })
  const isDone = long.length === 0 || (await updateLists(client, long, ids))
  await short
  return isDone
}

const updateLists = async (client: QueryClient, lists: readonly ListQuery[], ids: readonly number[]) => {
  const links = await Promise.all(ids.map(id => fetchLink(client, id)))
  for (const query of lists) {
    const filters = filtersOf(query)
    const { total, totalIsLowerBound } = await fetchTotal(filters)
    if (client.isMutating() > 0) return false
    client.setQueryData<LinkList>(query.queryKey, list => {
      if (!list) return list
      const merged = ids.reduce((all, id, n) => withLink(all, id, links[n] ?? null, filters), list)
      return { ...merged, total, ...(totalIsLowerBound !== undefined && { totalIsLowerBound }) }
    })
  }
  return true
}

/** null when the link no longer exists. */
const fetchLink = (client: QueryClient, id: number): Promise<Link | null> =>
  client.fetchQuery({ ...linkQuery(id), staleTime: 0 }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })

const isNewer = (a: Link, b: Link): boolean => {
  const [savedA, savedB] = [Date.parse(a.createdAt), Date.parse(b.createdAt)]
  return savedA === savedB ? a.id > b.id : savedA > savedB
}

/** The list with the current link in its place, or without it when it no longer matches the filters. */
export const withLink = (list: LinkList, id: number, link: Link | null, filters: LinkFilters): LinkList => {
  const others = list.links.filter(other => other.id !== id)
  if (!link || !matchesFilters(link, filters)) return { ...list, links: others }
  const place = others.findIndex(other => isNewer(link, other))
  // The link comes after the last loaded one, so the next page brings it.
  if (place < 0 && list.nextCursor) return { ...list, links: others }
  return { ...list, links: others.toSpliced(place < 0 ? others.length : place, 0, link) }
}
