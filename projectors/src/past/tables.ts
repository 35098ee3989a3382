import { readFile } from 'node:fs/promises'
import { type PastsTable, pastSchema } from '@lectern/contracts/read-model/pasts.ts'
import { inTransaction, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { grantRights } from '@lectern/platform/postgres/rights.ts'

/** What the fold finds rows by. It changes links and texts many times, so that all other indexes would cost it most of its time. */
const KEYS: Readonly<Record<string, string>> = {
  links: 'library_id, id',
  search: 'library_id, id',
  search_link_tags: 'library_id, id',
}
/** A table made like another one has none of its triggers. */
const COUNTS = new URL('../../migrations/read/0002-counts.sql', import.meta.url)
/** A past that was being prepared, or could not be, goes this long, in ms, after it was last asked for. */
const ABANDONED_MS = 60_000

export type Past = Pick<PastsTable, 'n' | 'library_id' | 'at' | 'state' | 'folded' | 'total'>

/** The past that was asked for first of those that are not ready. */
export const nextPast = async (pool: Pool): Promise<Past | undefined> => {
  const { rows } = await pool.query<Past>(
    `SELECT n, library_id, at, state, folded, total FROM projections.pasts
     WHERE state IN ('wanted', 'filling') ORDER BY n LIMIT 1`,
  )
  return rows[0]
}

/** Makes the tables of a past, which are those of the read models, and counts its events. @returns whether it is still wanted */
export const beginPast = (pool: Pool, past: Past, like: string, total: number): Promise<boolean> =>
  inTransaction(pool, async client => {
    const schema = pastSchema(past.n)
    const { rowCount } = await client.query(
      `UPDATE projections.pasts SET state = 'filling', total = $2 WHERE n = $1 AND state = 'wanted'`,
      [past.n, total],
    )
    if (rowCount === 0) return false
    // A crash of Postgres may have left one of this name.
    await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE; CREATE SCHEMA ${schema}`)
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = to_regnamespace($1)`,
      [like],
    )
    for (const { name } of rows) {
      const key = KEYS[name]
      const made = key ? `EXCLUDING INDEXES, PRIMARY KEY (${key})` : ''
      await client.query(
        `CREATE UNLOGGED TABLE ${schema}.${name} (LIKE ${like}.${name} INCLUDING ALL ${made})`,
      )
    }
    await client.query(`SET LOCAL search_path TO ${schema}, public`)
    await client.query(await readFile(COUNTS, 'utf8'))
    await grantRights(client, schema)
    return true
  })

/** Makes the indexes that lists follow, once all links are there. */
export const indexPast = async (pool: Pool, { n }: Past): Promise<void> => {
  const links = `${pastSchema(n)}.links`
  const { rows } = await pool.query<{ made: string }>(
    `SELECT replace(indexdef, format(' ON %s.links ', schemaname), $1) AS made
     FROM pg_indexes JOIN projections.read_schemas ON schema = schemaname AND state = 'current'
     WHERE tablename = 'links' AND indexname LIKE 'links_newest%'`,
    [` ON ${links} `],
  )
  for (const { made } of rows) await pool.query(made.replace('CREATE INDEX ', 'CREATE INDEX IF NOT EXISTS '))
}

/** Ends the preparation of a past, unless the connection that held the lock is gone: another process prepares the past then. */
export const endPast = async (
  pool: Pool,
  { n }: Past,
  state: 'ready' | 'too-early' | 'failed',
  openedAt?: Date,
): Promise<void> => {
  await pool.query(
    `UPDATE projections.pasts SET state = $2, opened_at = $3
     WHERE n = $1 AND EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid())`,
    [n, state, openedAt ?? null],
  )
}

/** Forgets pasts that nobody reads any more or that have the tables of another version, and drops every schema without a row. */
export const dropOldPasts = async (
  pool: Pool,
  { now, keptMs, version }: { now: Date; keptMs: number; version: number },
): Promise<void> => {
  await pool.query(
    `DELETE FROM projections.pasts
     WHERE version <> $1 OR used_at < CASE WHEN state = 'ready' THEN $2::timestamptz ELSE $3 END`,
    [version, new Date(now.getTime() - keptMs), new Date(now.getTime() - ABANDONED_MS)],
  )
  const { rows } = await pool.query<{ schema: string }>(
    `SELECT nspname AS schema FROM pg_namespace WHERE nspname ~ '^read_v\\d+_past_\\d+$'
       AND nspname NOT IN (SELECT format('read_v%s_past_%s', version, n) FROM projections.pasts)`,
  )
  for (const { schema } of rows) await pool.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
}
