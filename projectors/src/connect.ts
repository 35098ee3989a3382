import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { ensureStoreId } from '@lectern/platform/event-store/store-id.ts'
import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { waitForTables } from '@lectern/platform/postgres/wait-for-tables.ts'
import type { ProcessTools } from '@lectern/platform/process/process.ts'
import { backoff, pause } from './engine/failures.ts'
import { migrateControl } from './schemas.ts'

export type Connected = { readonly pool: Pool; readonly store: EventStore; readonly storeId: string }

/** A checkpoint is committed with its rows, so a crash of Postgres takes both or neither, and the rest is projected again. */
const SETTINGS = '-c synchronous_commit=off'
/**
 * What takes longer than we wait goes on in Postgres and holds its lane's checkpoint. Each next try must give up by itself
 * before we do, or they would queue up there until no connection is left. Whoever waits longer wants the lock in the end.
 */
const LOCK_TIMEOUT = '-c lock_timeout=8s'
/** The rows of one act on a whole library, and counting all rows, take longer than the pool lets other queries take. */
const LARGEST_MS = 119_500

/** Workers own it. Searches look in what it says. */
const WORDS_OF_DOCUMENTS = 'SELECT searched FROM content.documents LIMIT 0'

/** Connects to Postgres and the event store, and waits for both, and for the tables of others, as long as it takes. */
export const connectBoth = async (
  { config, log, signal, onStop }: ProcessTools<'projectors'>,
  { queryTimeout }: { queryTimeout?: number } = {},
): Promise<Connected> => {
  const pool = connectPostgres({
    url: config.databaseUrl,
    name: 'projectors',
    max: 10,
    statementTimeout: LARGEST_MS,
    settings: [SETTINGS, ...(queryTimeout === undefined ? [LOCK_TIMEOUT] : [])].join(' '),
    ...(queryTimeout !== undefined && { queryTimeout }),
  })
  const store = connectEventStore({ url: config.eventStoreUrl, connectionName: config.eventStoreSecret, log })
  onStop(async () => {
    await store.close()
    await pool.end()
  })
  for (let attempt = 0; ; attempt += 1) {
    try {
      await migrateControl(pool)
      await waitForTables(pool, WORDS_OF_DOCUMENTS, { log, signal })
      return { pool, store, storeId: await ensureStoreId(store) }
    } catch (error) {
      if (signal.aborted) throw error
      log.warn({ err: error }, 'waiting for Postgres and the event store')
      await pause(backoff(attempt), signal)
    }
  }
}
