import { join } from 'node:path'
import { READ_VERSION } from '@lectern/contracts/read-model/tables.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { encodePosition } from '@lectern/platform/event-store/position.ts'
import { migrate } from '@lectern/platform/postgres/migrate.ts'
import {
  inTransaction,
  type Pool,
  type PoolClient,
  type Queryable,
} from '@lectern/platform/postgres/postgres.ts'
import { startCheckpoints } from './engine/checkpoints.ts'

const migrations = join(import.meta.dirname, '../migrations')

export type ReadSchema = { readonly schema: string; readonly version: number }

/** Migrates the tables that say which schema serves. */
export const migrateControl = (pool: Pool): Promise<void> =>
  migrate(pool, { schema: 'projections', dir: join(migrations, 'control') })

/** The schema that serves, or the one that served before it. */
export const findSchema = async (
  db: Queryable,
  state: 'current' | 'previous',
): Promise<ReadSchema | undefined> => {
  const { rows } = await db.query<ReadSchema>(
    'SELECT schema, version FROM projections.read_schemas WHERE state = $1',
    [state],
  )
  return rows[0]
}

/**
 * Makes an empty schema to fill, `read_v1` or, where that is in use, `read_v1_2` and so on. Drops the rest of an earlier
 * filling.
 * @param end of the log, by which readers tell the progress of the filling
 */
export const createReadSchema = async (
  pool: Pool,
  storeId: string,
  end: Position | undefined,
): Promise<string> => {
  const schema = await inTransaction(pool, async client => {
    await client.query('LOCK TABLE projections.read_schemas IN EXCLUSIVE MODE')
    await drop(client, 'filling')
    const { rows } = await client.query<{ schema: string }>('SELECT schema FROM projections.read_schemas')
    const taken = new Set(rows.map(row => row.schema))
    const base = `read_v${READ_VERSION}`
    let name = base
    for (let n = 2; taken.has(name); n += 1) name = `${base}_${n}`
    await client.query(`DROP SCHEMA IF EXISTS ${name} CASCADE`)
    await client.query(
      `INSERT INTO projections.read_schemas (schema, version, state, target) VALUES ($1, $2, 'filling', $3)`,
      [name, READ_VERSION, end && encodePosition(end)],
    )
    return name
  })
  await migrate(pool, { schema, dir: join(migrations, 'read') })
  await startCheckpoints(pool, schema, storeId)
  return schema
}

/** Opens the schema that served before for events again. A rebuild drops it if the filling breaks off. */
export const fillAgain = async (pool: Pool, schema: string, end: Position | undefined): Promise<void> => {
  await pool.query(`UPDATE projections.read_schemas SET state = 'filling', target = $2 WHERE schema = $1`, [
    schema,
    end && encodePosition(end),
  ])
}

/** Lets a filled schema serve. Keeps the schema that served until now, and drops the one kept before. */
export const switchTo = async (client: PoolClient, schema: string): Promise<void> => {
  await drop(client, 'previous')
  await client.query(`UPDATE projections.read_schemas SET state = 'previous' WHERE state = 'current'`)
  await client.query(`UPDATE projections.read_schemas SET state = 'current' WHERE schema = $1`, [schema])
}

const drop = async (client: PoolClient, state: 'filling' | 'previous'): Promise<void> => {
  const { rows } = await client.query<{ schema: string }>(
    'DELETE FROM projections.read_schemas WHERE state = $1 RETURNING schema',
    [state],
  )
  for (const { schema } of rows) await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
}
