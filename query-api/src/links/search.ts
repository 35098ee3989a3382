import { Rejected } from '@lectern/contracts/api/errors.ts'
import { fold } from '@lectern/contracts/fold.ts'
import { isPaid, PLANS } from '@lectern/contracts/plans.ts'
import { parseSearch } from '@lectern/contracts/search-syntax.ts'
import { literal, type Pool } from '@lectern/platform/postgres.ts'
import { type ListFilters, listLinks, pageText, planOf, type Row, toJson } from './list.ts'
import { type SearchFilters, searchConditions } from './search-conditions.ts'

/** A search counts no further. */
export const SEARCH_TOTAL_MAX = 1_000

/**
 * The JSON text of a LinkList of what matches. One query but for the plan's, so that page and total are of the same
 * moment. Values stand in its text: Postgres has to see a word to know whether it is common, and so whether to look
 * through the newest links or in the index. @throws Rejected collection-not-found
 */
export const searchLinks = async (
  pool: Pool,
  schema: string,
  libraryId: string,
  text: string,
  filters: ListFilters,
): Promise<string> => {
  const plan = await planOf(pool, schema, libraryId)
  const search = parseSearch(text, { advanced: isPaid(plan) })
  if (search.all) return listLinks(pool, schema, libraryId, filters)

  const { advanced } = search
  const names = [...advanced.collections, ...advanced.not.collections]
  const byName =
    names.length > 0 || typeof filters.collection === 'number'
      ? await collectionsOf(pool, schema, libraryId)
      : []
  if (typeof filters.collection === 'number' && !byName.some(({ id }) => id === filters.collection))
    throw new Rejected('collection-not-found')

  const limit = filters.limit ?? PLANS[plan].pageSize
  const where = searchConditions(libraryId, search, filters, name =>
    byName.filter(collection => fold(collection.name) === name).map(({ id }) => id),
  )
  const { rows } = await pool.query<Row>({
    text: textOf(schema, where, filters, limit),
    rowMode: 'array',
  })
  const [row] = rows
  const isMore = (row?.[4] ?? 0) > SEARCH_TOTAL_MAX
  if (row && isMore) row[4] = SEARCH_TOTAL_MAX
  const more = isMore ? ',"totalIsLowerBound":true' : ''
  const upgrade = search.usesAdvanced && !isPaid(plan) ? ',"advancedSearch":"upgrade"' : ''
  return toJson(row, limit, more + upgrade)
}

const collectionsOf = async (pool: Pool, schema: string, libraryId: string) => {
  const { rows } = await pool.query<{ id: number; name: string }>({
    name: `collection-names@${schema}`,
    text: `SELECT id, name FROM ${schema}.collections WHERE library_id = $1`,
    values: [libraryId],
  })
  return rows
}

const textOf = (schema: string, where: string, { cursor }: SearchFilters, limit: number): string => {
  const matches = `${schema}.search AS found JOIN ${schema}.links AS link USING (library_id, id) WHERE ${where}`
  const after =
    cursor === undefined
      ? ''
      : `AND (found.created_at, found.id) < (${literal(cursor.createdAt.toISOString())}, ${cursor.id})`
  return pageText(
    schema,
    `SELECT link.* FROM ${matches} ${after}
     ORDER BY found.created_at DESC, found.id DESC LIMIT ${limit + 1}`,
    limit,
    `(SELECT count(*) FROM (SELECT FROM ${matches} LIMIT ${SEARCH_TOTAL_MAX + 1}) AS counted)`,
  )
}
