import { literal, type Pool, type PoolClient } from '@lectern/platform/postgres/postgres.ts'
import { type Chunk, copyOut, keysOf } from './copy.ts'
import type { Manifest } from './manifest.ts'
import type { Objects } from './objects.ts'
import type { PackedTable } from './tables.ts'

type Packs = Manifest['packs']
type Gone = Manifest['gone'][number]

/** A pack of which fewer rows than this part are left is written anew. */
const WORTH_KEEPING = 0.5

export type PackParts = {
  /** In the transaction of the backup. */
  readonly client: PoolClient
  /** Notes what is packed, outside of it. */
  readonly pool: Pool
  readonly objects: Objects
}

/** Packs the rows of a table that no pack of the last backup has. */
export const keepPacks = async (
  { client, pool, objects }: PackParts,
  { table, key }: PackedTable,
  columns: readonly string[],
  earlier: Packs,
): Promise<{ packs: Packs; gone: Gone }> => {
  const keyed = `concat_ws(E'\\t', ${key.map(column => `t.${column}`).join(', ')})`
  const alive = await client.query<{ object: string; rows: number }>(
    `SELECT p.object, count(*) AS rows FROM backup.packed p JOIN ${table} t ON p.key = ${keyed}
     WHERE p.part = $1 AND p.is_kept GROUP BY p.object`,
    [table],
  )
  const rowsOf = new Map(alive.rows.map(({ object, rows }) => [object, rows]))
  const packs = earlier.filter(
    pack => pack.table === table && (rowsOf.get(pack.object) ?? 0) >= pack.rows * WORTH_KEEPING,
  )
  const isPacked = `p.part = ${literal(table)} AND p.is_kept AND p.object IN (${list(packs)})`

  const gone: string[] = []
  const keys = `SELECT p.key FROM backup.packed p WHERE ${isPacked} AND NOT EXISTS (SELECT FROM ${table} t WHERE ${keyed} = p.key)`
  let goneRows = 0
  for await (const { bytes, rows } of copyOut(client, keys)) {
    gone.push(await objects.put(bytes))
    goneRows += rows
  }

  const ordered = [...key, ...columns.filter(column => !key.includes(column))]
  const rows = `SELECT ${ordered.join(', ')} FROM ${table} t WHERE NOT EXISTS (SELECT FROM backup.packed p WHERE ${isPacked} AND p.key = ${keyed})`
  for await (const chunk of copyOut(client, rows)) {
    const object = await objects.put(chunk.bytes)
    await note(pool, { table, object, chunk, fields: key.length })
    packs.push({ table, columns: ordered, rows: chunk.rows, object })
  }
  return { packs, gone: { table, rows: goneRows, objects: gone } }
}

/** Unequal to every name, since `IN ()` is no SQL. */
const NONE = "''"
const list = (packs: Packs): string => packs.map(({ object }) => literal(object)).join() || NONE

const note = async (
  pool: Pool,
  { table, object, chunk, fields }: { table: string; object: string; chunk: Chunk; fields: number },
): Promise<void> => {
  await pool.query(
    'INSERT INTO backup.packed (part, key, object) SELECT $1, key, $2 FROM unnest($3::text[]) AS key ON CONFLICT DO NOTHING',
    [table, object, [...keysOf(chunk, fields)]],
  )
}

/** Forgets what a backup that broke off had packed, and where no backup is built upon, all. */
export const forgetPacks = async (pool: Pool, isBuiltUpon: boolean): Promise<void> => {
  await pool.query('DELETE FROM backup.packed WHERE NOT (is_kept AND $1)', [isBuiltUpon])
}

/** The manifest is written: the next backup builds on this one. */
export const notePacks = async (
  client: PoolClient,
  { place, name, packs }: { place: string; name: string; packs: Packs },
): Promise<void> => {
  await client.query('DELETE FROM backup.packed WHERE NOT object = ANY ($1)', [
    packs.map(({ object }) => object),
  ])
  await client.query('UPDATE backup.packed SET is_kept = true WHERE NOT is_kept')
  await client.query('DELETE FROM backup.newest')
  await client.query('INSERT INTO backup.newest (place, name) VALUES ($1, $2)', [place, name])
}
