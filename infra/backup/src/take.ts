import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { inTransaction, type Pool, type PoolClient } from '@lectern/platform/postgres/postgres.ts'
import { checkpointsIn } from './checkpoints.ts'
import { copyOut } from './copy.ts'
import { keepEvents } from './events.ts'
import { BackupFault } from './fault.ts'
import { listBackups, type Manifest, readManifest, writeManifest } from './manifest.ts'
import type { Objects } from './objects.ts'
import { forgetPacks, keepPacks, notePacks } from './packs.ts'
import type { Place } from './place/place.ts'
import { KEPT, PACKED, SCHEMAS } from './tables.ts'

export type TakeParts = {
  /** As the owner of the database. */
  readonly pool: Pool
  readonly store: EventStore
  readonly storeId: string
  readonly place: Place
  readonly objects: Objects
  readonly isEncrypted: boolean
}

export type Taken = { readonly name: string; readonly manifest: Manifest; readonly isIncremental: boolean }

/**
 * Takes a backup: the log, then the tables as they are after that, then the content that the last backup lacks. Whoever ends
 * it before the manifest is written leaves objects that no backup names. One runs at a time. @throws BackupFault
 */
export const takeBackup = async (parts: TakeParts): Promise<Taken> => {
  const { pool, store, storeId, place, objects, isEncrypted } = parts
  const earlier = await newestHere(parts)
  await forgetPacks(pool, earlier !== undefined)
  const events = await keepEvents(store, objects, earlier?.events)
  const rows = await inTransaction(pool, client => keepRows(client, parts, earlier))
  const manifest: Manifest = {
    ...{ lectern: 'backup', format: 1, storeId, isEncrypted, events },
    ...rows,
  }
  const name = await writeManifest(place, manifest)
  await inTransaction(pool, client =>
    notePacks(client, { place: place.address, name, packs: manifest.packs }),
  )
  return { name, manifest, isIncremental: earlier !== undefined }
}

/** The newest backup, where it is of this store and this database knows what it has packed. */
const newestHere = async ({ pool, storeId, place }: TakeParts): Promise<Manifest | undefined> => {
  const newest = (await listBackups(place)).at(-1)
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM backup.newest WHERE place = $1', [
    place.address,
  ])
  if (newest === undefined || rows[0]?.name !== newest) return undefined
  const manifest = await readManifest(place, newest)
  return manifest.storeId === storeId ? manifest : undefined
}

type Rows = Pick<Manifest, 'takenAt' | 'migrations' | 'tables' | 'packs' | 'gone' | 'checkpoints'>

const keepRows = async (
  client: PoolClient,
  { pool, objects, storeId }: TakeParts,
  earlier: Manifest | undefined,
): Promise<Rows> => {
  await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
  const [takenAt] = (await client.query<{ now: Date }>('SELECT now()')).rows.map(({ now }) =>
    now.toISOString(),
  )
  const columnsOf = await columnsIn(client)
  const tables: Manifest['tables'] = []
  for (const table of KEPT) {
    const columns = columnsOf(table)
    const kept = { table, columns, rows: 0, objects: [] as string[] }
    for await (const { bytes, rows } of copyOut(client, `SELECT ${columns.join(', ')} FROM ${table}`)) {
      kept.objects.push(await objects.put(bytes))
      kept.rows += rows
    }
    tables.push(kept)
  }
  const packs: Manifest['packs'] = []
  const gone: Manifest['gone'] = []
  for (const packed of PACKED) {
    const parts = { client, pool, objects }
    const kept = await keepPacks(parts, packed, columnsOf(packed.table), earlier?.packs ?? [])
    packs.push(...kept.packs)
    gone.push(kept.gone)
  }
  const migrations = await migrationsIn(client)
  const checkpoints = await checkpointsIn(client, storeId)
  return { takenAt: takenAt as string, migrations, tables, packs, gone, checkpoints }
}

/** The columns of a table that a COPY gives and takes: generated ones are computed again. @throws BackupFault */
const columnsIn = async (client: PoolClient): Promise<(table: string) => string[]> => {
  const { rows } = await client.query<{ table: string; column: string }>(
    `SELECT table_schema || '.' || table_name AS table, quote_ident(column_name) AS column FROM information_schema.columns
     WHERE table_schema = ANY ($1) AND is_generated = 'NEVER' ORDER BY ordinal_position`,
    [SCHEMAS.map(({ schema }) => schema)],
  )
  return table => {
    const columns = rows.filter(row => row.table === table).map(({ column }) => column)
    if (columns.length === 0)
      throw new BackupFault(`The database has no table ${table}: start this version first.`)
    return columns
  }
}

const migrationsIn = async (client: PoolClient): Promise<Manifest['migrations']> => {
  const migrations: Manifest['migrations'] = {}
  for (const { schema } of SCHEMAS) {
    const { rows } = await client.query<{ file: string }>(
      `SELECT file FROM ${schema}.migrations ORDER BY file`,
    )
    migrations[schema] = rows.map(({ file }) => file)
  }
  return migrations
}
