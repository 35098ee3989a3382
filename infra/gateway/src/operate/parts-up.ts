import type { Part } from '@lectern/contracts/api/operation.ts'
import { databaseUser } from '@lectern/contracts/database-roles.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Nats } from '@lectern/platform/nats/connect.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { updateProgress } from '@lectern/platform/postgres/read-schemas.ts'
import { orNull } from '../or-null.ts'

export type PartsAsked = {
  readonly pool: Pool
  readonly store: EventStore
  readonly nats: () => Nats | undefined
  /** Whether people can use Lectern. */
  readonly isReady: () => Promise<boolean>
}

/** The note of a part that Postgres tells of. */
export const UNKNOWN = 'Not known while Postgres does not answer.'

/** Services are seen by their connections to Postgres, since they may run on other machines. */
const SERVICES = { projectors: 'Projectors', workers: 'Workers' } as const
type ServiceName = keyof typeof SERVICES

export const partsOf = async ({ pool, store, nats, isReady }: PartsAsked): Promise<Part[]> => {
  const [postgres, connected, storeVersion, ready, progress, ping] = await Promise.all([
    orNull(postgresVersion(pool)),
    orNull(connectedServices(pool)),
    orNull(storeVersionOf(store)),
    orNull(isReady()),
    orNull(updateProgress(pool)),
    orNull(natsVersion(nats())),
  ])
  const service = (name: ServiceName): Part => ({
    name: SERVICES[name],
    isUp: connected?.has(name) ?? false,
    version: null,
    note: connected === null ? UNKNOWN : '',
  })
  const server = (name: string, version: string | null): Part => ({
    name,
    version,
    isUp: version !== null,
    note: '',
  })
  const filling = typeof progress === 'number' ? `The read models are being filled: ${progress} %.` : ''
  return [
    { ...server('Gateway', null), isUp: ready ?? false, note: filling },
    service('projectors'),
    service('workers'),
    server('Event store', storeVersion),
    server('Postgres', postgres),
    server('NATS', ping),
  ]
}

const postgresVersion = async (pool: Pool): Promise<string> => {
  const { rows } = await pool.query<{ version: string }>(
    `SELECT current_setting('server_version') AS version`,
  )
  return rows[0]?.version.split(' ')[0] ?? ''
}

/** Roles have users of their own, unless the operator's database forbids that; then the names of connections tell. */
const connectedServices = async (pool: Pool): Promise<Set<ServiceName>> => {
  const { rows } = await pool.query<{ database: string; user: string; name: string | null }>(
    `SELECT DISTINCT datname AS database, usename AS user, application_name AS name FROM pg_stat_activity
     WHERE datname = current_database() AND usename IS NOT NULL`,
  )
  const isConnected = (service: ServiceName) =>
    rows.some(
      ({ database, user, name }) =>
        user === databaseUser(database, service) || name?.split('-')[0] === service,
    )
  return new Set((Object.keys(SERVICES) as ServiceName[]).filter(isConnected))
}

/** Its version is that of its protocol where the store is the embedded one. */
const storeVersionOf = async (store: EventStore): Promise<string> => {
  await store.end()
  return store.version()
}

const natsVersion = async (nats: Nats | undefined): Promise<string> => {
  if (nats === undefined || nats.isClosed()) throw new Error('not connected')
  await nats.flush()
  return nats.info?.version ?? ''
}
