import { Rejected } from '@lectern/contracts/api/errors.ts'
import { PLANS, type Plan } from '@lectern/contracts/plans.ts'
import type { Queryable } from '@lectern/platform/postgres/postgres.ts'
import { permits, permitsBy } from '@lectern/platform/process/permits.ts'
import { type Cursor, encodeCursor } from './cursor.ts'
import { LINK_JSON } from './link-json.ts'

export type ListFilters = {
  readonly archived: 'true' | 'false' | 'all'
  readonly favorite: boolean | undefined
  /** The id of a collection; `none` for what is in no collection. */
  readonly collection: number | 'none' | undefined
  readonly limit: number | undefined
  readonly cursor: Cursor | undefined
}

export type Row = [
  links: string | null,
  hasMore: boolean,
  createdAt: Date | null,
  id: number | null,
  total: number | null,
  inArticle: boolean | null,
  /** Of the links, as an array in SQL; of searches alone. */
  ids: string | null,
]

/**
 * The JSON text of a LinkList. One query, so that page and total are of the same moment.
 * @throws Rejected collection-not-found
 */
export const listLinks = async (
  db: Queryable,
  schema: string,
  libraryId: string,
  filters: ListFilters,
): Promise<string> => {
  const limit = filters.limit ?? (await pageSizeOf(db, schema, libraryId))
  const collection = typeof filters.collection === 'number' ? [filters.collection] : []
  const from = filters.cursor ? [filters.cursor.createdAt, filters.cursor.id] : []
  const ask = () =>
    db.query<Row>({
      ...statement(schema, filters, limit),
      rowMode: 'array',
      values: [libraryId, ...collection, ...from],
    })
  const { rows } = await ofLibrary.use(libraryId, () => (limit > LONG_ABOVE ? longOnes.use(ask) : ask()))
  if (rows[0]?.[4] == null && collection.length > 0) throw new Rejected('collection-not-found')
  return toJson(rows[0]?.[0], restOf(rows[0]))
}

/** As a string: copied into bytes here, a page that is not remembered took a tenth longer. @param rest what restOf gives */
export const toJson = (links: string | null | undefined, rest: string): string =>
  `{"links":[${links ?? ''}],${rest}}`

/** The members of the JSON object beside the links. */
export const restOf = (row: Row | undefined): string => {
  const [, hasMore, createdAt, id, total, inArticle] = row ?? [null, false, null, null, 0, null]
  const nextCursor =
    hasMore && createdAt && id !== null
      ? `"${encodeCursor({ createdAt, id, inArticle: inArticle === true })}"`
      : 'null'
  return `"total":${total ?? 0},"hasMore":${hasMore},"nextCursor":${nextCursor}`
}

const pageSizeOf = async (db: Queryable, schema: string, libraryId: string): Promise<number> => {
  const { rows } = await db.query<{ plan: Plan }>({
    name: `plan@${schema}`,
    text: `SELECT plan FROM ${schema}.libraries WHERE library_id = $1`,
    values: [libraryId],
  })
  return PLANS[rows[0]?.plan ?? 'free'].pageSize
}

export const PAGE_SIZES: ReadonlySet<number> = new Set(Object.values(PLANS).map(plan => plan.pageSize))

/** A longer page than that of any plan, as programs ask for it, takes its turn: screens must not wait behind many. */
const LONG_ABOVE = Math.max(...PAGE_SIZES)
const longOnes = permits(1)
/** As for searches: nobody else waits behind many pages of one library. */
const ofLibrary = permitsBy(2)

/** Prepared, by name, for the usual limits. The limit is part of the text, so that Postgres plans for so few rows. */
const statement = (schema: string, filters: ListFilters, limit: number) => {
  const { archived, favorite, cursor } = filters
  const collection = typeof filters.collection === 'number' ? 'one' : filters.collection
  return {
    text: textOf(schema, { archived, favorite, collection, isAfterCursor: cursor !== undefined, limit }),
    ...(PAGE_SIZES.has(limit) && {
      name: `list@${schema}/${archived}/${favorite ?? 'any'}/${collection ?? 'any'}/${cursor ? 'after' : 'first'}/${limit}`,
    }),
  }
}

type Shape = Pick<ListFilters, 'archived' | 'favorite'> & {
  readonly collection: 'one' | 'none' | undefined
  readonly isAfterCursor: boolean
  readonly limit: number
}

const NEWEST = 'ORDER BY created_at DESC, id DESC'
export const SEARCH_ORDER = 'ORDER BY in_article, created_at DESC, id DESC'

/**
 * Reads one row beyond the page, to know whether there are more. Articles are looked up for its rows one by one:
 * LATERAL with LIMIT 1 keeps Postgres from reading the whole table where it misjudges how few they are.
 */
const textOf = (schema: string, shape: Shape): string => {
  const { archived, favorite, collection, isAfterCursor, limit } = shape
  const from = collection === 'one' ? '($3, $4)' : '($2, $3)'
  const range = (isArchived: boolean) => `
    SELECT * FROM ${schema}.links
    WHERE library_id = $1 AND is_archived = ${isArchived}
      ${favorite === undefined ? '' : `AND is_favorite = ${favorite}`}
      ${collection === undefined ? '' : COLLECTION[collection]}
      ${isAfterCursor ? `AND (created_at, id) < ${from}` : ''}
    ${NEWEST} LIMIT ${limit + 1}`
  const page =
    archived === 'all'
      ? `SELECT * FROM ((${range(false)}) UNION ALL (${range(true)})) AS both_kinds ${NEWEST} LIMIT ${limit + 1}`
      : range(archived === 'true')
  return pageText(schema, page, limit, totalOf(schema, shape))
}

/** In bytes, so many that 1,000 usual links fit. A page that would be longer ends earlier: links may be 30 kB each. */
const PAGE_BYTES_MAX = 1_048_576

/**
 * SQL for a Row: `page` gives links, one more than `limit` where there are more. In a search it says of each with
 * in_article whether it was found there alone.
 */
export const pageText = (
  schema: string,
  page: string,
  limit: number,
  total: string,
  { isSearch = false } = {},
): string => {
  const last = (column: string) =>
    `(array_agg(link.${column} ORDER BY link.n DESC) FILTER (WHERE link.fits))[1]`
  return `
    SELECT
      string_agg(${LINK_JSON}, ',' ORDER BY link.n) FILTER (WHERE link.fits),
      coalesce(bool_or(NOT link.fits), false),
      ${last('created_at')},
      ${last('id')},
      ${total},
      ${isSearch ? last('in_article') : 'NULL'},
      ${isSearch ? `'{' || string_agg(link.id::text, ',' ORDER BY link.n) FILTER (WHERE link.fits) || '}'` : 'NULL'}
    FROM (
      SELECT link.*, ${ARTICLE_CARDS}, n = 1 OR n <= ${limit} AND ${PAGE_BYTES_MAX} >= sum(${BYTES}) OVER (ORDER BY n) AS fits
      FROM (
        SELECT *, row_number() OVER (${isSearch ? SEARCH_ORDER : NEWEST}) AS n FROM (${page}) AS page) AS link
        ${withArticle(schema)}) AS link
      CROSS JOIN LATERAL (SELECT ${ARTICLE_CARDS}) AS article`
}

const ARTICLE_CARDS = 'facts_card, status_card'
/** Of a link's JSON, nearly: Postgres knows a text's length without reading it. */
const BYTES = `octet_length(link.card) + octet_length(link.tags) + coalesce(octet_length(facts_card), 0) + 200`

/** SQL for the text of these links, $2, of the library $1, in this order. */
export const linksText = (schema: string): string => `
    SELECT string_agg(${LINK_JSON}, ',' ORDER BY asked.n)
    FROM unnest($2::integer[]) WITH ORDINALITY AS asked (id, n)
      CROSS JOIN LATERAL (SELECT * FROM ${schema}.links WHERE library_id = $1 AND id = asked.id LIMIT 1) AS link
      ${withArticle(schema)}`

const withArticle = (schema: string): string => `
      LEFT JOIN LATERAL (
        SELECT ${ARTICLE_CARDS} FROM ${schema}.articles WHERE article_id = link.article_id LIMIT 1
      ) AS article ON true`

const COLLECTION = { one: 'AND collection_id = $2', none: 'AND collection_id IS NULL' }

/** Which of the library's or the collection's counts add up to what these filters let through. */
const totalOf = (schema: string, { archived, favorite, collection }: Shape): string => {
  const kinds = archived === 'all' ? ['active', 'archived'] : [archived === 'true' ? 'archived' : 'active']
  const counts = kinds.map(kind => {
    if (favorite === undefined) return kind
    return favorite ? `${kind}_favorites` : `${kind} - ${kind}_favorites`
  })
  const count = counts.join(' + ')
  const ofLibrary = `(SELECT ${count} FROM ${schema}.libraries WHERE library_id = $1)`
  const ofCollections = `SELECT sum(${count})::integer FROM ${schema}.collections WHERE library_id = $1`
  if (collection === undefined) return ofLibrary
  // Without a GROUP BY a collection that is not there would count 0.
  if (collection === 'one') return `(${ofCollections} AND id = $2 GROUP BY id)`
  return `${ofLibrary} - coalesce((${ofCollections}), 0)`
}
