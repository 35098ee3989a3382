import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { Halt } from '../process/halt.ts'
import { inTransaction, isMissing, type Pool } from './postgres.ts'
import { becomeOwner, grantRights } from './rights.ts'

/** The end of a sentence about data of a newer version. */
export const TAKE_BACK = 'start that version, or restore the backup from before the upgrade.'

/** The longest time of a Node timer. 0 would stand for the pool's own query_timeout. */
const LONGEST_MS = 2 ** 31 - 1

export type Migration = {
  readonly schema: string
  readonly dir: string
  /** The files of an earlier version, for the schema as it was then; default: all. */
  readonly only?: ReadonlySet<string>
}

/**
 * Brings a schema up to date: applies the files `0001-….sql` of a directory, each once and in order, then grants other
 * roles their rights. All of it runs in one transaction, under a lock, as the schema's owner and with the schema as
 * search_path, so several processes may call it at once. No limit of the pool ends a migration or the wait for one.
 * @throws Halt where a newer version has migrated the schema, and where a file cannot be applied to it
 */
export const migrate = async (pool: Pool, { schema, dir, only }: Migration): Promise<void> => {
  const files = (await readdir(dir)).filter(name => /^\d{4}-.*\.sql$/.test(name)).sort()
  const name = pg.escapeIdentifier(schema)
  await inTransaction(pool, async client => {
    const run = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => {
      const patient = { text, query_timeout: LONGEST_MS, ...(values && { values }) }
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
    const known = [...applied, ...(only ?? [])].sort()
    const unknown = known.find(file => file > (files.at(-1) ?? ''))
    if (unknown !== undefined)
      throw new Halt(
        `Schema ${schema} of the database was written by a newer Lectern (${unknown}): ${TAKE_BACK}`,
      )
    for (const file of files) {
      if (applied.has(file) || only?.has(file) === false) continue
      await run(await readFile(join(dir, file), 'utf8')).catch((error: Error) => {
        if (!isFinal(error)) throw error
        throw new Halt(
          `Schema ${schema} of the database is not as this version expects it (${file}: ${error.message}).`,
        )
      })
      await run(`INSERT INTO ${name}.migrations (file) VALUES ($1)`, [file])
    }
    await grantRights(client, schema)
  })
}

/** Whether a statement fails however often it is tried: its values, the tables or the statement are wrong. Rights and tables of others may come. */
const isFinal = (error: Error): boolean => {
  const code = 'code' in error ? String(error.code) : ''
  return /^(0A|22|23|42|P0)/.test(code) && code !== '42501' && !isMissing(error)
}
