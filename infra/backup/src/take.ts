import { comparePositions, parsePosition } from '@lectern/platform/event-store/position.ts'
import { inTransaction, type PoolClient } from '@lectern/platform/postgres/postgres.ts'
import lectern from '../../../package.json' with { type: 'json' }
import { checkpointsIn } from './checkpoints.ts'
import { copyOut } from './copy.ts'
import { keepEvents } from './events.ts'
import { BackupFault } from './fault.ts'
import { listBackups, type Manifest, missingObjects, readManifest, writeManifest } from './manifest.ts'
import type { Backups } from './open.ts'
import { forgetPacks, keepPacks, notePacks } from './packs.ts'
import { KEPT, PACKED, SCHEMAS } from './tables.ts'

const { version } = lectern

export type TakeParts = Omit<Backups, 'close'> & {
  /** The operator said that backups of another installation in the place are continued, as after a restore. */
  readonly takesOver?: boolean
}

export type Taken = { readonly name: string; readonly manifest: Manifest; readonly isIncremental: boolean }

/**
 * Takes a backup: the log, then the tables as they are after that, then the content that the last backup lacks. Whoever ends
 * it before the manifest is written leaves objects that no backup names. One runs at a time. @throws BackupFault
 */
export const takeBackup = async (parts: TakeParts): Promise<Taken> => {
  const { pool, store, storeId, place, objects, recipients } = parts
  const began = new Date().toISOString()
  const earlier = await newestHere(parts)
  await forgetPacks(pool, earlier !== undefined)
  const events = await keepEvents(store, objects, earlier?.events)
  const rows = await inTransaction(pool, client => keepRows(client, parts, earlier))
  const manifest: Manifest = {
    ...{ lectern: 'backup', format: 1, version, storeId, recipients, events },
    wholeAt: earlier?.wholeAt ?? began,
    ...rows,
  }
  const name = await writeManifest(place, manifest)
  await inTransaction(pool, client =>
    notePacks(client, { place: place.address, name, packs: manifest.packs }),
  )
  return { name, manifest, isIncremental: earlier !== undefined }
}

/**
 * The newest backup, where this one can be built upon it: it is of this store and these keys, whole, not later than the log, and
 * this database knows what it has packed. @throws BackupFault where it is of another installation
 */
const newestHere = async (parts: TakeParts): Promise<Manifest | undefined> => {
  const { pool, store, storeId, place, recipients, takesOver = false } = parts
  const newest = (await listBackups(place)).at(-1)
  if (newest === undefined) return undefined
  const manifest = await readManifest(place, newest)
  if (manifest.storeId !== storeId) {
    if (takesOver) return undefined
    throw new BackupFault(
      `${place.address} has backups of another installation. If this one takes its place, as after a restore: make backup TAKE_OVER=yes`,
    )
  }
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM backup.newest WHERE place = $1', [
    place.address,
  ])
  const end = await store.end()
  const position = parsePosition(manifest.events.position)
  const isEarlier = position === undefined || (end !== undefined && comparePositions(position, end) <= 0)
  const isKnown = rows[0]?.name === newest && manifest.recipients === recipients && isEarlier
  // Segments of the log keep the events of accounts that were deleted since: the first backup of a month is whole.
  const isOfMonth = monthOf(manifest.wholeAt) === monthOf(new Date().toISOString())
  return isKnown && isOfMonth && (await missingObjects(place, manifest)).length === 0 ? manifest : undefined
}

const monthOf = (time: string): string => time.slice(0, 7)

type Rows = Pick<Manifest, 'takenAt' | 'migrations' | 'tables' | 'packs' | 'gone' | 'checkpoints'>

const keepRows = async (
  client: PoolClient,
  { pool, objects, storeId }: TakeParts,
  earlier: Manifest | undefined,
): Promise<Rows> => {
  await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
  // Every server reads these, whatever it writes itself.
  await client.query(`SET LOCAL datestyle = 'ISO'; SET LOCAL intervalstyle = 'postgres'`)
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
  const migrations = await migrationsIn(client)
  const packs: Manifest['packs'] = []
  const gone: Manifest['gone'] = []
  for (const packed of PACKED) {
    const parts = { client, pool, objects }
    // A restore takes the rows of a pack for those of the schema that the manifest names.
    const [schema = ''] = packed.table.split('.')
    const isSame = earlier?.migrations[schema]?.join() === migrations[schema]?.join()
    const kept = await keepPacks(parts, packed, columnsOf(packed.table), isSame ? (earlier?.packs ?? []) : [])
    packs.push(...kept.packs)
    gone.push(kept.gone)
  }
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
