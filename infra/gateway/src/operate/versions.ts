import { readdir, readFile } from 'node:fs/promises'
import { librarySnapshot } from '@lectern/command-api/domain/library/snapshot.ts'
import { notebookSnapshot } from '@lectern/command-api/domain/notebook/snapshot.ts'
import { MIGRATIONS } from '@lectern/command-api/service.ts'
import type { Operation } from '@lectern/contracts/api/operation.ts'
import { READ_VERSION } from '@lectern/contracts/read-model/tables.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'

const PACKAGE = new URL('../../../../package.json', import.meta.url)
/** Measured on two cores (docs/operations.md, Limits). */
const FILLED_A_SECOND = 5_000

type Versions = Operation['versions']
type Update = NonNullable<Operation['update']>

/** What this code is, and what stores what it reads. */
export const ownVersions = async (): Promise<Versions> => [
  { name: 'Lectern', version: JSON.parse(await readFile(PACKAGE, 'utf8')).version },
  { name: 'Node', version: process.versions.node },
  { name: 'Read models', version: String(READ_VERSION) },
  { name: 'Snapshots of libraries', version: String(librarySnapshot.version) },
  { name: 'Snapshots of notes', version: String(notebookSnapshot.version) },
]

/** What the next start does, as far as this code knows. */
export const updateOf = async (pool: Pool): Promise<Update> => {
  const events = await countEvents(pool)
  return {
    events,
    fillSeconds: events === null ? null : events / FILLED_A_SECOND,
    waits: [...(await waitingMigrations(pool)), ...(await waitingFill(pool))],
  }
}

/** About how many events the embedded store has. */
const countEvents = async (pool: Pool): Promise<number | null> => {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT reltuples::float8 AS count FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = relnamespace
     WHERE nspname = 'event_store' AND relname = 'events'`,
  )
  // Postgres has not counted yet where it says -1.
  return rows[0] === undefined ? null : Math.max(0, rows[0].count)
}

/** Files that came after this process started. */
const waitingMigrations = async (pool: Pool): Promise<string[]> => {
  let waiting = 0
  for (const { schema, dir } of MIGRATIONS) {
    const files = (await readdir(dir)).filter(name => name.endsWith('.sql'))
    const { rows } = await pool.query<{ file: string }>(`SELECT file FROM ${schema}.migrations`)
    const applied = new Set(rows.map(({ file }) => file))
    waiting += files.filter(file => !applied.has(file)).length
  }
  return waiting === 0 ? [] : [`The next start changes tables (${waiting} files of migrations).`]
}

/** Known to this code where it is newer than what serves, as in a terminal after `git pull`. */
const waitingFill = async (pool: Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ version: number }>(
    `SELECT version FROM projections.read_schemas WHERE state = 'current'`,
  )
  const version = rows[0]?.version
  return version === undefined || version === READ_VERSION
    ? []
    : [`The next start fills the read models anew, from version ${version} to ${READ_VERSION}.`]
}
