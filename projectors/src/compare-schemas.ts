import type { PoolClient } from '@lectern/platform/postgres/postgres.ts'

/** Hashing millions of rows takes longer than the pool lets a query take, in ms. */
const HASHING_MS = 600_000

/**
 * Tables whose rows are not of the events alone: where each lane is and what it parked, what searches have yet to take in,
 * and names of tags, which depend on how far searches were when a tag went.
 */
const NOT_OF_EVENTS = ['checkpoints', 'parked_streams', 'search_backlog', 'search_tag_names', 'migrations']

/** Libraries that are named of each table. */
const NAMED_MAX = 3
const NOBODY = '00000000-0000-0000-0000-000000000000'

export type Difference = {
  readonly table: string
  /** undefined in a table that libraries share. */
  readonly libraryId: string | undefined
  /** Numbers of rows. Equal ones differ in what they say. */
  readonly before: number
  readonly after: number
}

/**
 * The first libraries, in the order of tables and ids, whose rows differ between two schemas at the same events. Rows are
 * compared by their number and the sum of their hashes.
 * @param isSameVersion otherwise columns may differ, and only numbers of rows are compared
 */
export const differencesOf = async (
  client: PoolClient,
  { before, after, isSameVersion }: { before: string; after: string; isSameVersion: boolean },
): Promise<Difference[]> => {
  await client.query(`SET LOCAL statement_timeout = ${HASHING_MS}`)
  const { rows: tables } = await client.query<{ name: string; isOfLibraries: boolean }>(
    `SELECT relname AS name,
       EXISTS (SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'library_id') AS "isOfLibraries"
     FROM pg_class
     WHERE relkind = 'r' AND relnamespace = to_regnamespace($1) AND relname <> ALL ($3)
       AND to_regclass($2 || '.' || relname) IS NOT NULL
     ORDER BY relname`,
    [after, before, NOT_OF_EVENTS],
  )
  const found: Difference[] = []
  for (const { name, isOfLibraries } of tables) {
    const key = isOfLibraries ? 'library_id' : 'NULL::uuid'
    const hash = isSameVersion ? 'sum(hashtextextended(t::text, 0))' : 'NULL::numeric'
    const sums = (schema: string) =>
      `SELECT ${key} AS library_id, count(*)::integer AS n, ${hash} AS hash FROM ${schema}.${name} AS t GROUP BY 1`
    const query = {
      query_timeout: HASHING_MS,
      text: `SELECT coalesce(a.library_id, b.library_id) AS "libraryId", coalesce(a.n, 0) AS before, coalesce(b.n, 0) AS after
        FROM (${sums(before)}) AS a FULL JOIN (${sums(after)}) AS b
          ON coalesce(a.library_id, '${NOBODY}') = coalesce(b.library_id, '${NOBODY}')
        WHERE (a.n, a.hash) IS DISTINCT FROM (b.n, b.hash) ORDER BY 1 LIMIT ${NAMED_MAX}`,
    }
    const { rows } = await client.query<{ libraryId: string | null; before: number; after: number }>(query)
    for (const { libraryId, ...numbers } of rows)
      found.push({ table: name, libraryId: libraryId ?? undefined, ...numbers })
  }
  return found
}
/** The first difference, for the operator. */
export const sayDifference = ({ table, libraryId, before, after }: Difference): string => {
  const rows = before === after ? `${after} rows, some with other values` : `${before} rows became ${after}`
  return `${table}${libraryId ? ` of library ${libraryId}` : ''}: ${rows}`
}
