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
  const { name, text } = statement(schema, filters)
  const from = filters.cursor ? [filters.cursor.createdAt, filters.cursor.id] : []
  const { rows } = await pool.query<Row>({
    name,
    text,
    rowMode: 'array',
    values: [libraryId, limit, ...from],
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

/** One prepared statement for each combination of filters. */
const statement = (schema: string, { archived, favorite, cursor }: ListFilters) => ({
  name: `list@${schema}/${archived}/${favorite ?? 'any'}/${cursor ? 'after' : 'first'}`,
  text: textOf(schema, archived, favorite, cursor !== undefined),
})

const NEWEST = 'ORDER BY created_at DESC, id DESC'

/** Reads one row beyond the page, to know whether there are more, and joins the page's articles only. */
const textOf = (
  schema: string,
  archived: ListFilters['archived'],
  favorite: boolean | undefined,
  isAfterCursor: boolean,
): string => {
  const range = (isArchived: boolean) => `
    SELECT * FROM ${schema}.links
    WHERE library_id = $1 AND is_archived = ${isArchived}
      ${favorite === undefined ? '' : `AND is_favorite = ${favorite}`}
      ${isAfterCursor ? 'AND (created_at, id) < ($3, $4)' : ''}
    ${NEWEST} LIMIT $2 + 1`
  const page =
    archived === 'all'
      ? `SELECT * FROM ((${range(false)}) UNION ALL (${range(true)})) AS both_kinds ${NEWEST} LIMIT $2 + 1`
      : range(archived === 'true')
  return `
    SELECT
      string_agg(${LINK_JSON}, ',' ORDER BY link.n) FILTER (WHERE link.n <= $2),
      count(*),
      max(link.created_at) FILTER (WHERE link.n = $2),
      max(link.id) FILTER (WHERE link.n = $2),
      (SELECT ${totalOf(archived, favorite)} FROM ${schema}.libraries WHERE library_id = $1)
    FROM (SELECT *, row_number() OVER (${NEWEST}) AS n FROM (${page}) AS page) AS link
      LEFT JOIN ${schema}.articles AS article USING (article_id)`
}

/** Which of the library's counts add up to what these filters let through. */
const totalOf = (archived: ListFilters['archived'], favorite: boolean | undefined): string => {
  const kinds = archived === 'all' ? ['active', 'archived'] : [archived === 'true' ? 'archived' : 'active']
  if (favorite === undefined) return kinds.join(' + ')
  return kinds.map(kind => (favorite ? `${kind}_favorites` : `${kind} - ${kind}_favorites`)).join(' + ')
}
