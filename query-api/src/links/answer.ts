import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LinkList } from '@lectern/contracts/api/links.ts'
import { isPaid, PLANS } from '@lectern/contracts/plans.ts'
import { parseSearch } from '@lectern/contracts/search-syntax.ts'
import type { Viewed } from '../past/view.ts'
import { othersOf } from '../shared/sources.ts'
import type { ReadDb } from '../tables.ts'
import { decodeCursor, decodeSortCursor, type Sort } from './cursor.ts'
import type { ListFilters } from './filters.ts'
import { withGone } from './gone.ts'
import { readList } from './list.ts'
import { readMerged } from './merged.ts'
import { type Page, toLinkList } from './page.ts'
import { readPlan } from './plan.ts'
import { readSearch, type Searching, withSnippets } from './search.ts'

type Asked = Omit<ListFilters, 'limit'> & {
  readonly q: string | undefined
  readonly sort: Sort | 'newest'
  readonly cursor: string | undefined
  /** Default: the page of the caller's plan. */
  readonly limit: number | undefined
  readonly shared: 'also' | 'only' | undefined
  /** Whether the client knows links of others. Where it does not, a search for them finds none. */
  readonly withOthers: boolean
}

/** The others are of articles and of reading, which are not part of the past. */
const ORDERS_OF_PAST: ReadonlySet<string> = new Set(['newest', 'oldest'])

/**
 * A page of links: of the library that is viewed, or of it and those that others share with the caller.
 * @param today the present read model, which has the plan
 * @param libraryId that of the caller
 * @throws Rejected collection-not-found, invalid-input
 */
export const answerList = async (
  today: ReadDb,
  { db, reader, isPast }: Viewed,
  libraryId: string,
  { q, cursor, shared, withOthers, limit, sort, ...asked }: Asked,
): Promise<LinkList> => {
  if (isPast && !ORDERS_OF_PAST.has(sort))
    throw new Rejected('invalid-input', {}, 'A library as it was is sorted by date.')
  // The plan is that of today, and of who reads.
  const plan = limit === undefined || q !== undefined ? await readPlan(today, libraryId) : 'free'
  const filters = { ...asked, limit: limit ?? PLANS[plan].pageSize }
  const search = q === undefined ? undefined : parseSearch(q, { advanced: isPaid(plan) })
  const searching = search && !search.all ? { search, plan } : undefined
  // A search has an order of its own.
  const order = q === undefined ? sort : 'newest'
  const more = search?.usesAdvanced && !isPaid(plan) ? { advancedSearch: 'upgrade' as const } : {}

  const isOwn = withOthers && !isPast && reader.seen === undefined
  const wanted = { shared, isShared: search?.shared, collection: filters.collection }
  const others = isOwn ? await othersOf(today, reader.userId, wanted) : undefined
  if (others) {
    const sources = [...(others.withOwn ? [{ db, reader }] : []), ...others.sources]
    return { ...(await readMerged(sources, { sort: order, searching, filters, cursor })), ...more }
  }
  const isNothing = search?.shared !== undefined && search.shared !== (reader.seen !== undefined)
  const page: Page = isNothing
    ? { rows: [], total: 0 }
    : await pageOf({ db, reader }, { sort: order, searching, filters, cursor })
  const list = await toLinkList(db, reader, page)
  const links = searching ? await withSnippets(db, reader, searching, page.rows, list.links) : list.links
  const told = { ...list, links, ...more }
  return isPast ? withGone(today, libraryId, told) : told
}

type Wanted = {
  readonly sort: Sort | 'newest'
  readonly searching: Searching | undefined
  readonly filters: ListFilters
  readonly cursor: string | undefined
}

const pageOf = (
  { db, reader }: Pick<Viewed, 'db' | 'reader'>,
  { sort, searching, filters, cursor }: Wanted,
): Promise<Page> => {
  if (sort !== 'newest') {
    const after = cursor === undefined ? undefined : decodeSortCursor(cursor, sort)
    return readList(db, reader, { ...filters, sort, after })
  }
  const from = cursor === undefined ? undefined : decodeCursor(cursor)
  const paged = { ...filters, cursor: from }
  return searching ? readSearch(db, reader, searching, paged) : readList(db, reader, paged)
}
