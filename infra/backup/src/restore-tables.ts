import { migrate } from '@lectern/platform/postgres/migrate.ts'
import { inTransaction, type Pool, type PoolClient } from '@lectern/platform/postgres/postgres.ts'
import { copyIn } from './copy.ts'
import { BackupFault } from './fault.ts'
import type { Manifest } from './manifest.ts'
import type { Objects } from './objects.ts'
import { PACKED, SCHEMAS } from './tables.ts'

/**
 * Makes the tables as they were at the backup, fills them, and brings them up to this version. Tables of an earlier run go.
 * @returns how many rows they have. @throws BackupFault, Halt where a newer version made the backup
 */
export const restoreTables = async (
  pool: Pool,
  objects: Objects,
  manifest: Manifest,
  say: (line: string) => void,
): Promise<number> => {
  await inTransaction(pool, empty)
  for (const { schema, dir } of SCHEMAS) {
    const only = new Set(manifest.migrations[schema] ?? [])
    await migrate(pool, { schema, dir, only })
  }
  let rows = 0
  for (const { table, columns, rows: expected, objects: names } of manifest.tables) {
    const filled = await inTransaction(pool, client => copyIn(client, table, columns, read(objects, names)))
    if (filled !== expected) throw new BackupFault(`${table} has ${filled} rows of ${expected}.`)
    rows += filled
  }
  for (const { table, key } of PACKED) {
    const packs = manifest.packs.filter(pack => pack.table === table)
    say(`${table}: ${packs.reduce((sum, pack) => sum + pack.rows, 0)} rows.`)
    rows += await inTransaction(pool, client => fillPacked(client, objects, { table, key, packs }, manifest))
  }
  for (const { schema, dir } of SCHEMAS) await migrate(pool, { schema, dir })
  return rows
}

async function* read(objects: Objects, names: readonly string[]): AsyncGenerator<Buffer> {
  for (const name of names) yield await objects.get(name)
}

const empty = async (client: PoolClient): Promise<void> => {
  // Its triggers go with the tables below, and come again with its first migration.
  await client.query('DROP SCHEMA IF EXISTS backup CASCADE')
  for (const { schema } of SCHEMAS) {
    const { rows } = await client.query<{ owner: string }>(
      'SELECT nspowner::regrole::text AS owner FROM pg_namespace WHERE nspname = $1',
      [schema],
    )
    if (rows[0] === undefined) continue
    await client.query(`DROP SCHEMA ${schema} CASCADE`)
    await client.query(`CREATE SCHEMA ${schema} AUTHORIZATION ${rows[0].owner}`)
  }
}

type Filled = { readonly table: string; readonly key: readonly string[]; readonly packs: Manifest['packs'] }

/** What refers to other rows, as a copy of a picture to the picture, must not come where those are gone. So it is staged first. */
const fillPacked = async (
  client: PoolClient,
  objects: Objects,
  { table, key, packs }: Filled,
  manifest: Manifest,
): Promise<number> => {
  const gone = manifest.gone.find(each => each.table === table)
  await client.query('CREATE TEMPORARY TABLE gone (key text PRIMARY KEY) ON COMMIT DROP')
  await copyIn(client, 'pg_temp.gone', ['key'], read(objects, gone?.objects ?? []))
  await client.query(`CREATE TEMPORARY TABLE staged (LIKE ${table} INCLUDING DEFAULTS) ON COMMIT DROP`)
  const keyed = `concat_ws(E'\\t', ${key.join(', ')})`
  let left = 0
  let rows = 0
  for (const pack of packs) {
    const staged = await copyIn(client, 'pg_temp.staged', pack.columns, read(objects, [pack.object]))
    if (staged !== pack.rows) throw new BackupFault(`${table} has ${staged} rows of ${pack.rows}.`)
    const columns = pack.columns.join(', ')
    const { rowCount } = await client.query(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM pg_temp.staged
       WHERE ${keyed} NOT IN (SELECT key FROM pg_temp.gone)`,
    )
    rows += rowCount ?? 0
    left += staged - (rowCount ?? 0)
    await client.query('TRUNCATE pg_temp.staged')
  }
  if (left !== (gone?.rows ?? 0))
    throw new BackupFault(`${table} has left out ${left} rows of ${gone?.rows ?? 0} that were deleted.`)
  return rows
}
