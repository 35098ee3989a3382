import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../lib/api.ts'
import type { Link, LinkList } from '../answers.ts'
import type { Id } from '../id.ts'
import { readAgain } from '../read-again.ts'
import type { Reading } from '../reading.ts'
import { keys, type LinkFilters } from './keys.ts'
import { placeLink } from './place.ts'
import { fetchTotal, linkQuery } from './queries.ts'

/** A list of up to this many links is refetched as a whole: one request for the largest page. */
const REFETCH_WHOLE_MAX = 200

type ListQuery = Query<Reading<LinkList>>

const filtersOf = (query: ListQuery): LinkFilters => query.queryKey[1] as LinkFilters

/** Search results are always refetched as a whole, because only the server can order them. */
const isRefetchedWhole = (query: ListQuery): boolean =>
  (query.state.data?.data.links.length ?? 0) <= REFETCH_WHOLE_MAX || filtersOf(query).q !== ''

/**
 * Reads the lists on the screen again for these links. A long list reads only these links and puts them in place, so that
 * one change does not refetch 10,000 links. Throws what a failed request throws.
 */
export const refreshLists = async (client: QueryClient, ids: readonly Id[]): Promise<void> => {
  const lists = client.getQueryCache().findAll({ queryKey: keys.lists, type: 'active' }) as ListQuery[]
  const long = lists.filter(query => !isRefetchedWhole(query))
  const isShort = (query: { queryHash: string }) =>
    !long.some(({ queryHash }) => queryHash === query.queryHash)
  await Promise.all([
    readAgain(client, { queryKey: keys.lists, predicate: isShort }),
    long.length === 0 ? undefined : updateLists(client, long, ids),
  ])
}

const updateLists = async (client: QueryClient, lists: readonly ListQuery[], ids: readonly Id[]) => {
  const readings = new Map(await Promise.all(ids.map(async id => [id, await fetchLink(client, id)] as const)))
  for (const query of lists) {
    const filters = filtersOf(query)
    const totals = await fetchTotal(filters)
    client.setQueryData<Reading<LinkList>>(
      query.queryKey,
      list => list && merge(list, readings, totals, filters),
    )
  }
}

type Totals = Awaited<ReturnType<typeof fetchTotal>>

const merge = (
  list: Reading<LinkList>,
  readings: ReadonlyMap<Id, Reading<Link | null>>,
  { total, totalIsLowerBound }: Totals,
  filters: LinkFilters,
): Reading<LinkList> => {
  let { data } = list
  const links = new Map(list.links)
  for (const [id, { data: link, asOf }] of readings) {
    data = placeLink(data, id, link, filters)
    links.set(id, asOf)
  }
  return {
    ...list,
    links,
    data: { ...data, total, ...(totalIsLowerBound !== undefined && { totalIsLowerBound }) },
  }
}

/** data is null when the link no longer exists. */
const fetchLink = async (client: QueryClient, id: Id): Promise<Reading<Link | null>> => {
  const began = performance.now()
  try {
    return await client.fetchQuery({ ...linkQuery(id), staleTime: 0 })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { data: null, asOf: began }
    throw error
  }
}
