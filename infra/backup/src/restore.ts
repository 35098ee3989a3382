import { readdir } from 'node:fs/promises'
import type { Mail } from '@lectern/command-api/mail/mails.ts'
import { STORE_STREAM } from '@lectern/contracts/events/store.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { inTransaction, type Pool, type Queryable } from '@lectern/platform/postgres/postgres.ts'
import { followCheckpoints, POLICIES, writeCheckpoints } from './checkpoints.ts'
import { endAgain, readEnded } from './ended.ts'
import { eventsIn } from './events.ts'
import { BackupFault } from './fault.ts'
import { compareLog, copyLog, type Log, logOf } from './log-copy.ts'
import { type Manifest, missingObjects, readManifest } from './manifest.ts'
import type { Objects } from './objects.ts'
import { mailsAfter, noteSent } from './old-mails.ts'
import type { Backups } from './open.ts'
import type { Place } from './place/place.ts'
import { restoreTables } from './restore-tables.ts'
import { SCHEMAS } from './tables.ts'

/** The store, its id and the database are those that are filled. */
export type RestoreParts = Omit<Backups, 'close'> & {
  readonly say: (line: string) => void
}

export type Restored = { readonly events: number; readonly rows: number; readonly chain: string }

/**
 * Fills an empty installation from a backup, or goes on where an earlier run broke off; nothing serves until it is whole. The
 * store has an id of its own, so that clients, cookies and checkpoints of the old one are recognised. @throws BackupFault
 */
export const restore = async (parts: RestoreParts, name: string): Promise<Restored> => {
  const { pool, store, storeId, place, say } = parts
  const manifest = await readManifest(place, name)
  await requireKnown(manifest)
  await requireObjects(place, manifest)
  const isEncrypted = manifest.recipients !== ''
  const objects: Objects = { ...parts.objects, get: name => parts.objects.get(name, isEncrypted) }
  await begin(parts, name)

  say(`Events: ${manifest.events.count}.`)
  const log: Log = () => eventsIn(objects, manifest.events)
  const missing = await copyLog(log, store)
  const loops = followCheckpoints(manifest.checkpoints)
  const opened = new Set<string>()
  /** The old installation sent them after the backup. */
  const oldMails: Mail[] = []
  const { events, chain } = await compareLog(log, logOf(store), missing, (event, there, here) => {
    loops.passed(there, here)
    if (!loops.hasPassed(POLICIES, there)) oldMails.push(...mailsAfter(event, here))
    if (event.type === 'AccountOpened') opened.add(event.stream.slice(event.stream.indexOf('-') + 1))
  })

  const rows = await restoreTables(pool, objects, manifest, say)
  const ended = await readEnded(place)
  await inTransaction(pool, async client => {
    await settle(client, opened)
    await endAgain(client, ended, id => opened.has(id))
    await writeCheckpoints(client, storeId, loops.reached)
    await noteSent(client, oldMails)
    await client.query('DROP SCHEMA restoring CASCADE')
  })
  return { events, rows, chain }
}

const requireObjects = async (place: Place, manifest: Manifest): Promise<void> => {
  const [first, ...others] = await missingObjects(place, manifest)
  if (first === undefined) return
  throw new BackupFault(
    `The backup is not whole: ${place.address} lacks ${others.length + 1} of its objects, such as objects/${first}.`,
  )
}

/** A newer version is found out before anything is begun. */
const requireKnown = async (manifest: Manifest): Promise<void> => {
  for (const { schema, dir } of SCHEMAS) {
    const known = (await readdir(dir)).sort().at(-1) ?? ''
    const newer = manifest.migrations[schema]?.find(file => file > known)
    if (newer !== undefined)
      throw new BackupFault(
        `The backup was taken by Lectern ${manifest.version}, which is newer (${schema}/${newer}): restore it with that version.`,
      )
  }
}

/** Marks the installation: while the schema `restoring` is there, Lectern does not start (prepare-database.ts). @throws BackupFault */
const begin = async ({ pool, store, storeId }: RestoreParts, name: string): Promise<void> => {
  const { rows } = await pool.query<{ isBegun: boolean }>(
    `SELECT to_regclass('restoring.backup') IS NOT NULL AS "isBegun"`,
  )
  if (rows[0]?.isBegun) {
    const begun = await pool.query<{ name: string; storeId: string }>(
      'SELECT name, store_id AS "storeId" FROM restoring.backup',
    )
    const [first] = begun.rows
    if (first?.name === name && first.storeId === storeId) return
    throw new BackupFault(
      `A restore of ${first?.name} was begun here${first?.storeId === storeId ? '' : ' into another event store'}: go on with it, or take an empty installation.`,
    )
  }
  if (!(await isEmpty(pool, store)))
    throw new BackupFault('There is data already: a backup is restored into an empty installation.')
  await inTransaction(pool, async client => {
    await client.query(
      'CREATE SCHEMA restoring CREATE TABLE backup (name text NOT NULL, store_id uuid NOT NULL)',
    )
    await client.query('INSERT INTO restoring.backup VALUES ($1, $2)', [name, storeId])
  })
}

const isEmpty = async (pool: Pool, store: EventStore): Promise<boolean> => {
  for await (const { stream } of logOf(store)()) if (stream !== STORE_STREAM) return false
  const { rows } = await pool.query<{ has: boolean }>(
    `SELECT to_regclass('identity.users') IS NOT NULL AS has`,
  )
  if (!rows[0]?.has) return true
  const users = await pool.query('SELECT FROM identity.users LIMIT 1')
  return users.rowCount === 0
}

/** The tables are later than the log by a moment, and some rows are of the old store. */
const settle = async (db: Queryable, opened: ReadonlySet<string>): Promise<void> => {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM identity.users WHERE opened')
  const unopened = rows.map(({ id }) => id).filter(id => !opened.has(id))
  await db.query('UPDATE identity.users SET opened = false WHERE id = ANY ($1)', [unopened])
  await db.query(
    'INSERT INTO command.kept_bytes (user_id, library_id, counted) SELECT id, library_id, false FROM identity.users',
  )
  await db.query(`UPDATE content.provided_documents SET position = '0/0'`)
  await db.query(
    `SELECT setval(pg_get_serial_sequence('identity.page_events', 'id'), coalesce(max(id), 1)) FROM identity.page_events`,
  )
}
