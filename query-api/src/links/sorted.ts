import { sql } from 'kysely'
import type { ReadDb } from '../tables.ts'
import { hasProgress, isUnder, type ListFilters, type Reader, type SortedPage } from './filters.ts'
import type { PageLinks } from './page.ts'

/** The first links in an order, with their `sort_key` for a cursor and their `place`. Each order follows an index. */
export const sortedLinks = (db: ReadDb, reader: Reader, sorted: SortedPage): PageLinks => {
  const found = ORDERS[sorted.sort](db, reader, sorted).as('found')
  return db
    .selectFrom(found)
    .innerJoin('links', join =>
      join.onRef('links.id', '=', 'found.found_id').on('links.library_id', '=', reader.libraryId),
    )
    .selectAll('links')
    .select(['found.sort_key', 'found.place'])
    .select(sql.lit(false).as('in_article')) as unknown as PageLinks
}

/** By a column of link_order, and then by id. */
const byColumn =
  (column: 'title' | 'words') =>
  (db: ReadDb, reader: Reader, { archived, limit, after, ...filters }: SortedPage) => {
    let links = db
      .selectFrom('link_order as o')
      .innerJoin('links as link', join =>
        join.onRef('link.library_id', '=', 'o.library_id').onRef('link.id', '=', 'o.id'),
      )
      .where('o.library_id', '=', reader.libraryId)
      .where(isUnder('link', reader, { archived, limit, ...filters }))
    if (archived !== 'all') links = links.where('link.is_archived', '=', archived === 'true')
    const key = sql.ref(`o.${column}`)
    const type = sql.raw(column === 'title' ? 'text' : 'integer')
    if (after)
      links = links.where(sql<boolean>`(${key}, o.id) > (${after.key}::${type}, ${after.id}::integer)`)
    return links
      .select(['o.id as found_id', sql<string>`${key}::text`.as('sort_key')])
      .select(sql<number>`row_number() OVER (ORDER BY ${key}, o.id)::integer`.as('place'))
      .orderBy(key)
      .orderBy('o.id')
      .limit(sql.lit(limit + 1))
  }

/** Archived links have a range of the index of their own. */
const rangesOf = ({ archived }: ListFilters): boolean[] =>
  archived === 'all' ? [false, true] : [archived === 'true']

/** Milliseconds since 1970, as a cursor has them. */
const millis = (column: string) =>
  sql<string>`round(extract(epoch FROM ${sql.ref(column)}) * 1000)::bigint::text`

const oldest = (db: ReadDb, reader: Reader, sorted: SortedPage) => {
  const { limit, after } = sorted
  const ranges = rangesOf(sorted).map(isArchived => {
    let links = db
      .selectFrom('links as link')
      .where('link.is_archived', '=', isArchived)
      .where(isUnder('link', reader, sorted))
    if (after)
      links = links.where(sql<boolean>`(link.created_at, link.id) > (${after.key}, ${after.id}::integer)`)
    return db
      .selectFrom(
        links
          .select(['link.id as found_id', 'link.created_at as at', millis('link.created_at').as('sort_key')])
          .orderBy('link.created_at')
          .orderBy('link.id')
          .limit(sql.lit(limit + 1))
          .as('range'),
      )
      .selectAll()
  })
  return placed(db, ranges, limit, sql`at, found_id`)
}

/** Links that were never read come after the others, newest first. The key says which it is: r or n, then the time. */
const lastRead = (db: ReadDb, reader: Reader, sorted: SortedPage) => {
  const { limit, after, archived, progress } = sorted
  const isRead = after?.isUnread !== true
  let read = db
    .selectFrom('reading.positions as p')
    .innerJoin('links as link', join =>
      join.onRef('link.library_id', '=', 'p.library_id').onRef('link.id', '=', 'p.link_id'),
    )
    .where('p.library_id', '=', reader.libraryId)
    .where('p.user_id', '=', reader.userId)
    .where(isUnder('link', reader, sorted))
  if (archived !== 'all') read = read.where('link.is_archived', '=', archived === 'true')
  if (after && isRead)
    read = read.where(sql<boolean>`(p.updated_at, p.link_id) < (${after.key}, ${after.id}::integer)`)
  const first = db
    .selectFrom(
      read
        .select(['link.id as found_id', 'p.updated_at as at', sql<number>`0`.as('phase')])
        .select(sql<string>`'r' || ${millis('p.updated_at')}`.as('sort_key'))
        .orderBy('p.updated_at', 'desc')
        .orderBy('p.link_id', 'desc')
        .limit(sql.lit(isRead ? limit + 1 : 0))
        .as('read'),
    )
    .selectAll()
  const others = rangesOf(sorted).map(isArchived => {
    let links = db
      .selectFrom('links as link')
      .where('link.is_archived', '=', isArchived)
      .where(isUnder('link', reader, sorted))
      .where(hasProgress('link', reader, 'unread'))
    if (after && !isRead)
      links = links.where(sql<boolean>`(link.created_at, link.id) < (${after.key}, ${after.id}::integer)`)
    return db
      .selectFrom(
        links
          .select(['link.id as found_id', 'link.created_at as at', sql<number>`1`.as('phase')])
          .select(sql<string>`'n' || ${millis('link.created_at')}`.as('sort_key'))
          .orderBy('link.created_at', 'desc')
          .orderBy('link.id', 'desc')
          .limit(sql.lit(progress === undefined || progress === 'unread' ? limit + 1 : 0))
          .as('unread'),
      )
      .selectAll()
  })
  return placed(db, [first, ...others], limit, sql`phase, at DESC, found_id DESC`)
}

type Range = { compile: () => unknown }

/** Merges ranges that are in order, and numbers the first links. */
const placed = (db: ReadDb, ranges: readonly Range[], limit: number, order: ReturnType<typeof sql>) =>
  db
    .selectFrom(
      sql<{ found_id: number; sort_key: string }>`(${sql.join(ranges, sql` UNION ALL `)})`.as('merged'),
    )
    .select(['found_id', 'sort_key'])
    .select(sql<number>`row_number() OVER (ORDER BY ${order})::integer`.as('place'))
    .orderBy('place')
    .limit(sql.lit(limit + 1))

const ORDERS = { oldest, lastRead, title: byColumn('title'), readingTime: byColumn('words') }
