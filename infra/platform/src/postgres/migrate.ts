import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inTransaction, type Pool } from './postgres.ts'
import { becomeOwner, grantRights } from './rights.ts'

/** The longest that Node's timers take, in ms: pg reads 0 as the pool's own query_timeout. */
const NO_TIMEOUT = 2 ** 31 - 1

/**
 * Brings a schema up to date: applies the files of a directory named `0001-….sql`, each once, in order, all in one
 * transaction under a lock, as the schema's owner, with the schema as search_path; then grants others their rights in it. Safe
 * to call from several processes at once. A migration may take as long as its tables are large: no limit of the pool ends it,
 * nor the wait for another process's.
 */
export const migrate = async (
  pool: Pool,
  { schema, dir }: { schema: string; dir: string },
): Promise<void> => {
  const files = (await readdir(dir)).filter(name => /^\d{4}-.*\.sql$/.test(name)).sort()
  const name = pg.escapeIdentifier(schema)
  await inTransaction(pool, async client => {
    const run = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => {
      const patient = { text, query_timeout: NO_TIMEOUT, ...(values && { values }) }
      return client.query<Row>(patient)
    }
    await run('SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0')
    await run('SELECT pg_advisory_xact_lock(hashtext($1))', [`migrate:${schema}`])
    await becomeOwner(client, schema)
    await run(`SET LOCAL search_path TO ${name}, public`)
    await run(
      `CREATE TABLE IF NOT EXISTS ${name}.migrations (file text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`,
    )
    const { rows } = await run<{ file: string }>(`SELECT file FROM ${name}.migrations`)
    const applied = new Set(rows.map(row => row.file))
    for (const file of files) {
      if (applied.has(file)) continue
      await run(await readFile(join(dir, file), 'utf8'))
      await run(`INSERT INTO ${name}.migrations (file) VALUES ($1)`, [file])
    }
    await grantRights(client, schema)
  })
}
