import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { ensureStoreId } from '@lectern/platform/event-store/store-id.ts'
import { connectPostgres, type Pool, requirePostgres } from '@lectern/platform/postgres/postgres.ts'
import { waitForColumn } from '@lectern/platform/postgres/wait-for-column.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import type { ProcessTools } from '@lectern/platform/process/process.ts'
import { untilThere } from '@lectern/platform/process/until-there.ts'
import { createProjectionMetrics, type ProjectionMetrics } from './engine/metrics.ts'
import { migrateControl } from './schemas.ts'

/** The parts that projections, rebuilds and reactions share. */
export type ProjectorParts = {
  readonly pool: Pool
  readonly store: EventStore
  readonly storeId: string
  readonly log: Log
  readonly metrics: ProjectionMetrics
  readonly signal: AbortSignal
}

type Tools = ProcessTools<'projectors'>
type Config = Pick<Tools['config'], 'databaseUrl' | 'eventStoreUrl' | 'eventStoreSecret'>

/** A checkpoint is committed with its rows, so a crash of Postgres loses both or neither, and lost rows are projected again. */
const SETTINGS = '-c synchronous_commit=off'
/**
 * A statement that we gave up may run on in Postgres and hold its lane's checkpoint. Later tries give up the lock before we
 * give up the query; otherwise they would queue up until no connection is left. A rebuild waits for the lock.
 */
const LOCK_TIMEOUT = '-c lock_timeout=8s'
/** An act on a whole library, and counting all rows, take longer, in ms, than the pool lets other queries take. */
const LARGEST_MS = 119_500

/** Workers own this table. The search read model copies words from it. */
const WORDS_OF_DOCUMENTS = { schema: 'content', table: 'documents', column: 'searched' }

/** Connects to Postgres and the event store, and waits for both and for the tables of others, as long as it takes. @throws Halt where one is too old or refuses us */
export const connectParts = async (
  { config, log, metrics, signal, onStop }: Omit<Tools, 'config' | 'draining'> & { readonly config: Config },
  { queryTimeout }: { queryTimeout?: number } = {},
): Promise<ProjectorParts> => {
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
  const connect = async () => {
    await requirePostgres(pool)
    await migrateControl(pool)
    await waitForColumn(pool, WORDS_OF_DOCUMENTS, { log, signal })
    return ensureStoreId(store)
  }
  const storeId = await untilThere('Postgres and the event store', connect, { log, signal })
  return { pool, store, storeId, log, metrics: createProjectionMetrics(metrics), signal }
}
