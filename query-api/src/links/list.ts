import { PLANS, type Plan } from '@lectern/contracts/plans.ts'
import type { Pool } from '@lectern/platform/postgres.ts'
import { type Cursor, encodeCursor } from './cursor.ts'
import { LINK_JSON } from './link-json.ts'

export type ListFilters = {
  readonly archived: 'true' | 'false' | 'all'
  readonly favorite: boolean | undefined
  readonly limit: number | undefined
  readonly cursor: Cursor | undefined
}

type Row = [
  links: string | null,
  rows: number,
  createdAt: Date | null,
  id: number | null,
  total: number | null,
]

/** The JSON text of a LinkList. One query, so that page and total are of the same moment. */
export const listLinks = async (
  pool: Pool,
  schema: string,
  libraryId: string,
  filters: ListFilters,
): Promise<string> => {
  const limit = filters.limit ?? (await pageSizeOf(pool, schema, libraryId))
  const from = filters.cursor ? [filters.cursor.createdAt, filters.cursor.id] : []
  const { rows } = await pool.query<Row>({
    ...statement(schema, filters, limit),
    rowMode: 'array',
    values: [libraryId, ...from],
  })
  const [links, count, createdAt, id, total] = rows[0] ?? [null, 0, null, null, 0]
  const hasMore = count > limit
  const nextCursor = hasMore && createdAt && id !== null ? `"${encodeCursor({ createdAt, id })}"` : 'null'
  return `{"links":[${links ?? ''}],"total":${total ?? 0},"hasMore":${hasMore},"nextCursor":${nextCursor}}`
}

const pageSizeOf = async (pool: Pool, schema: string, libraryId: string): Promise<number> => {
  const { rows } = await pool.query<{ plan: Plan }>({
    name: `plan@${schema}`,
    text: `SELECT plan FROM ${schema}.libraries WHERE library_id = $1`,
    values: [libraryId],
  })
  return PLANS[rows[0]?.plan ?? 'free'].pageSize
}

const PAGE_SIZES = new Set<number>(Object.values(PLANS).map(plan => plan.pageSize))

/** Prepared, by name, for the usual limits. The limit is part of the text, so that Postgres plans for so few rows. */
const statement = (schema: string, { archived, favorite, cursor }: ListFilters, limit: number) => ({
  text: textOf(schema, archived, favorite, cursor !== undefined, limit),
  ...(PAGE_SIZES.has(limit) && {
    name: `list@${schema}/${archived}/${favorite ?? 'any'}/${cursor ? 'after' : 'first'}/${limit}`,
  }),
})

const NEWEST = 'ORDER BY created_at DESC, id DESC'

/**
 * Reads one row beyond the page, to know whether there are more. Articles are looked up for its rows one by one:
 * LATERAL with LIMIT 1 keeps Postgres from reading the whole table where it misjudges how few they are.
 */
const textOf = (
  schema: string,
  archived: ListFilters['archived'],
  favorite: boolean | undefined,
  isAfterCursor: boolean,
  limit: number,
): string => {
  const range = (isArchived: boolean) => `
    SELECT * FROM ${schema}.links
    WHERE library_id = $1 AND is_archived = ${isArchived}
      ${favorite === undefined ? '' : `AND is_favorite = ${favorite}`}
      ${isAfterCursor ? 'AND (created_at, id) < ($2, $3)' : ''}
    ${NEWEST} LIMIT ${limit + 1}`
  const page =
    archived === 'all'
      ? `SELECT * FROM ((${range(false)}) UNION ALL (${range(true)})) AS both_kinds ${NEWEST} LIMIT ${limit + 1}`
      : range(archived === 'true')
  return `
    SELECT
      string_agg(${LINK_JSON}, ',' ORDER BY link.n) FILTER (WHERE link.n <= ${limit}),
      count(*),
      max(link.created_at) FILTER (WHERE link.n = ${limit}),
      max(link.id) FILTER (WHERE link.n = ${limit}),
      (SELECT ${totalOf(archived, favorite)} FROM ${schema}.libraries WHERE library_id = $1)
    FROM (SELECT *, row_number() OVER (${NEWEST}) AS n FROM (${page}) AS page) AS link
      LEFT JOIN LATERAL (
        SELECT facts_card, status_card FROM ${schema}.articles WHERE article_id = link.article_id LIMIT 1
      ) AS article ON true`
}

/** Which of the library's counts add up to what these filters let through. */
const totalOf = (archived: ListFilters['archived'], favorite: boolean | undefined): string => {
  const kinds = archived === 'all' ? ['active', 'archived'] : [archived === 'true' ? 'archived' : 'active']
  if (favorite === undefined) return kinds.join(' + ')
  return kinds.map(kind => (favorite ? `${kind}_favorites` : `${kind} - ${kind}_favorites`)).join(' + ')
}
