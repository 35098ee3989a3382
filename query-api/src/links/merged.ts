import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { Link, LinkList } from '@lectern/contracts/api/links.ts'
import { limitConcurrency } from '@lectern/platform/process/limit-concurrency.ts'
import type { Source } from '../shared/source.ts'
import { decodeCursor, decodeSortCursor, type Sort } from './cursor.ts'
import type { ListFilters } from './filters.ts'
import { readList } from './list.ts'
import { cursorAfter, hasMore, type Page, type PageRow, toLinks } from './page.ts'
import { readSearch, type Searching, withSnippets } from './search.ts'

/** Queries of one list that Postgres answers at once. */
const AT_ONCE = 2
/** As large as ids get. */
const LAST_ID = 2_147_483_647

type Wanted = {
  readonly sort: Sort | 'newest'
  readonly searching: Searching | undefined
  readonly filters: ListFilters
  readonly cursor: string | undefined
}
/** The link that the page before ended with, and the library that has it: '' is the reader's own. */
type Last = { readonly cursor: string; readonly rank: string }
type Read = { readonly source: Source; readonly page: Page }

/**
 * One list of the links of several libraries, the reader's own first where it is among them. Each has its page of them in the same
 * order; equal links follow the order of their libraries. So a page ends where one of them has no more to compare.
 * @throws Rejected invalid-input
 */
export const readMerged = async (sources: readonly Source[], wanted: Wanted): Promise<LinkList> => {
  const last = wanted.cursor === undefined ? undefined : decodeMerged(wanted.cursor)
  const places = limitConcurrency(AT_ONCE)
  const read = await Promise.all(
    sources.map(async (source): Promise<Read> => {
      const page = await places.use(() => pageOf(source, wanted, last))
      return { source, page }
    }),
  )
  const taken = merge(read, wanted)
  const { links, total, searchTotal } = await told(read, taken, wanted, last)
  const end = taken.at(-1)
  const isMore = read.some(({ page }, n) => hasMore(page) || page.rows.length > countOf(taken, n))
  return {
    links,
    total,
    hasMore: isMore && end !== undefined,
    nextCursor: isMore && end ? `m${cursorAfter(end.row, searchTotal)}~${rankOf(read[end.n]?.source)}` : null,
    ...(read.some(({ page }) => page.isLowerBound) && { totalIsLowerBound: true }),
  }
}

const rankOf = (source: Source | undefined): string => (source?.reader.seen ? source.reader.libraryId : '')

/** @throws Rejected invalid-input */
const decodeMerged = (text: string): Last => {
  const [, cursor, rank = ''] = /^m(.+)~([0-9a-f-]*)$/.exec(text) ?? []
  if (cursor === undefined) throw new Rejected('invalid-input', {}, 'This cursor is not one of ours.')
  return { cursor, rank }
}

/** Orders in which ids ascend where all else is equal. */
const ASCENDING: ReadonlySet<string> = new Set(['oldest', 'title', 'readingTime'])

/** Where a library goes on: libraries before that of the last link have shown all that is equal to it, those after it nothing. */
const idAfter = (id: number, sort: string, rank: string, last: string): number => {
  if (rank === last) return id
  return rank < last === ASCENDING.has(sort) ? LAST_ID : 0
}

const pageOf = (source: Source, { sort, searching, filters }: Wanted, last: Last | undefined) => {
  const { db, reader } = source
  const goOn = <At extends { readonly id: number }>(decode: (cursor: string) => At) => {
    const at = last && decode(last.cursor)
    return at && { ...at, id: idAfter(at.id, sort, rankOf(source), last.rank) }
  }
  if (searching) return readSearch(db, reader, searching, { ...filters, cursor: goOn(decodeCursor) })
  if (sort === 'newest') return readList(db, reader, { ...filters, cursor: goOn(decodeCursor) })
  const after = goOn(cursor => decodeSortCursor(cursor, sort))
  return readList(db, reader, { ...filters, sort, after })
}

type Taken = { readonly row: PageRow; readonly n: number }

const merge = (read: readonly Read[], { sort, filters }: Wanted): Taken[] => {
  const compare = ORDERS[sort]
  const taken: Taken[] = []
  const next = read.map(() => 0)
  while (taken.length < filters.limit) {
    let first: Taken | undefined
    for (const [n, { page }] of read.entries()) {
      const row = page.rows[next[n] ?? 0]
      if (row === undefined && hasMore(page)) return taken
      if (row && (first === undefined || compare(row, first.row) < 0)) first = { row, n }
    }
    if (first === undefined) return taken
    taken.push(first)
    next[first.n] = (next[first.n] ?? 0) + 1
  }
  return taken
}

const countOf = (taken: readonly Taken[], n: number): number => taken.filter(each => each.n === n).length

const time = ({ created_at }: PageRow): number => new Date(created_at).getTime()
const key = ({ sort_key }: PageRow): string => sort_key ?? ''
/** Without its first letter, which says whether the link was ever read. */
const reading = (row: PageRow): number => Number(key(row).slice(1))
const isRead = (row: PageRow): boolean => key(row).startsWith('r')

/** The orders of sorted.ts and search.ts. */
const ORDERS: Record<Wanted['sort'], (a: PageRow, b: PageRow) => number> = {
  newest: (a, b) => Number(a.in_article) - Number(b.in_article) || time(b) - time(a),
  oldest: (a, b) => Number(key(a)) - Number(key(b)),
  title: (a, b) => Buffer.compare(Buffer.from(key(a)), Buffer.from(key(b))),
  readingTime: (a, b) => Number(key(a)) - Number(key(b)),
  lastRead: (a, b) => Number(isRead(b)) - Number(isRead(a)) || reading(b) - reading(a),
}

const told = async (
  read: readonly Read[],
  taken: readonly Taken[],
  { searching }: Wanted,
  last: Last | undefined,
) => {
  const ofLibraries = await Promise.all(
    read.map(async ({ source: { db, reader } }, n): Promise<Link[]> => {
      const rows = taken.flatMap(each => (each.n === n ? [each.row] : []))
      const links = await toLinks(db, reader, rows)
      return searching ? withSnippets(db, reader, searching, rows, links) : links
    }),
  )
  const known = last && searching ? decodeCursor(last.cursor).search?.total : undefined
  const total = known ?? read.reduce((sum, { page }) => sum + page.total, 0)
  const links = taken.flatMap(({ n }) => ofLibraries[n]?.shift() ?? [])
  return { links, total, searchTotal: searching ? total : undefined }
}
