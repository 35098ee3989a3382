import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from './postgres.ts'

const LOOK_MS = 200

type Column = { readonly schema: string; readonly table: string; readonly column: string }

/**
 * Whether this process may read a column that another one makes. The catalogue is asked, since Postgres logs an error for each
 * query of a table that is not there.
 */
export const mayRead = async (pool: Pool, { schema, table, column }: Column): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `SELECT FROM pg_namespace AS n JOIN pg_class AS c ON c.relnamespace = n.oid JOIN pg_attribute AS a ON a.attrelid = c.oid
     WHERE nspname = $1 AND relname = $2 AND attname = $3
       AND has_schema_privilege(n.oid, 'USAGE') AND has_column_privilege(c.oid, attnum, 'SELECT')`,
    [schema, table, column],
  )
  return rowCount !== 0
}

/** Resolves once this process may read a column that another one makes, which may start later. */
export const waitForColumn = async (
  pool: Pool,
  column: Column,
  { log, signal }: { log: { info(details: object, message: string): void }; signal: AbortSignal },
): Promise<void> => {
  for (let isTold = false; ; isTold = true) {
    if (await mayRead(pool, column)) return
    if (!isTold) log.info(column, 'waiting for tables that another process makes')
    await pause(LOOK_MS, undefined, { signal })
  }
}
