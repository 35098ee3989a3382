import type { Link, LinkList } from '@lectern/contracts/api/links.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { ReadDb, Tables } from '../tables.ts'
import { encodeCursor, encodeSortCursor, type Place } from './cursor.ts'
import type { Reader } from './filters.ts'
import {
  cardImages,
  LINK_COLUMNS,
  type LinkRow,
  noteCount,
  progressOf,
  shownTitle,
  toLink,
} from './link-row.ts'
import { provenanceOf } from './provenance.ts'

/** Links to show, one more than the page holds where there are more. in_article is false but for searches. */
export type PageLinks = SelectQueryBuilder<Tables, never, Tables['links'] & { in_article: boolean }>

/** In bytes. 1,000 usual links fit. A page of longer links, up to 30 kB each, ends earlier. */
const PAGE_BYTES_MAX = 1_048_576

const IN_PLACE = sql`ORDER BY link.place`
const IN_ORDER = sql`ORDER BY link.in_article, link.created_at DESC, link.id DESC`

/** Roughly the bytes of a link's JSON. */
const BYTES = sql`octet_length(link.url) + octet_length(link.title) + coalesce(octet_length(link.note), 0)
  + octet_length(array_to_string(link.tags, ',')) + coalesce(octet_length(article.excerpt), 0) + 560`

/** The row of this table comes after the cursor. */
export const isAfter = (table: string, { key, id }: Place) =>
  sql<boolean>`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)}) < (${key}, ${id}::integer)`

/**
 * The page's links as one JSON array in their order, which costs less to send and to read than rows.
 * @param isPlaced the links have `place`, which is their order, and `sort_key`
 */
export const pageOf = (db: ReadDb, { userId }: Reader, links: PageLinks, limit: number, isPlaced = false) =>
  jsonArrayFrom(
    db
      .selectFrom(
        db
          .selectFrom(links.as('link'))
          .leftJoin('articles as article', 'article.article_id', 'link.article_id')
          .select([...LINK_COLUMNS, 'link.in_article'])
          .select([
            sql<string | null>`${sql.raw(isPlaced ? 'link.sort_key' : 'NULL::text')}`.as('sort_key'),
            sql<number>`${sql.raw(isPlaced ? 'link.place' : '0')}`.as('place'),
          ])
          .select([shownTitle.as('title'), noteCount, progressOf(userId)])
          .select(cardImages)
          .select([
            sql<number>`count(*) OVER ()`.as('found'),
            sql`sum(${BYTES}) OVER (${isPlaced ? IN_PLACE : IN_ORDER} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`.as(
              'bytes_before',
            ),
          ])
          .as('link'),
      )
      .where(sql<boolean>`coalesce(bytes_before, 0) < ${sql.lit(PAGE_BYTES_MAX)}`)
      .orderBy('place')
      .orderBy('in_article')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(sql.lit(limit))
      .selectAll(),
  )

/** A link of the page, and how many links there were to show. */
export type PageRow = LinkRow & {
  readonly in_article: boolean
  readonly found: number
  readonly sort_key: string | null
}

/** A page of one library's links. */
export type Page = {
  readonly rows: readonly PageRow[]
  readonly total: number
  readonly isLowerBound?: boolean
  /** The page is one of a search, and its later pages are told this total by the cursor. */
  readonly searchTotal?: number
}

export const hasMore = ({ rows }: Page): boolean => rows.length < (rows.at(-1)?.found ?? 0)

/** The cursor of the page after a link. */
export const cursorAfter = (last: PageRow, searchTotal: number | undefined): string => {
  if (last.sort_key !== null) return encodeSortCursor({ key: last.sort_key, id: last.id })
  const search = searchTotal !== undefined && { inArticle: last.in_article, total: searchTotal }
  return encodeCursor({ createdAt: new Date(last.created_at), id: last.id, ...(search && { search }) })
}

export const toLinks = async (db: ReadDb, reader: Reader, rows: readonly PageRow[]): Promise<Link[]> => {
  const provenance = await provenanceOf(db, reader, rows)
  return rows.map(row => toLink(row, provenance))
}

export const toLinkList = async (db: ReadDb, reader: Reader, page: Page): Promise<LinkList> => {
  const { rows, total, isLowerBound, searchTotal } = page
  const last = rows.at(-1)
  return {
    links: await toLinks(db, reader, rows),
    total,
    hasMore: hasMore(page),
    nextCursor: last && hasMore(page) ? cursorAfter(last, searchTotal) : null,
    ...(isLowerBound && { totalIsLowerBound: true }),
  }
}
