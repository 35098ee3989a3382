import type { Nats } from '@lectern/platform/nats/connect.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import type { Kysely } from 'kysely'
import type { ReadModel } from './read-model/follow.ts'
import type { createReadGate } from './read-model/gate.ts'
import type { Tables } from './tables.ts'

export type QueryApiParts = {
  /** Connected with QUERY_POOL_SETTINGS of app.ts. */
  readonly pool: Pool
  /** For a connection of its own, which listens. */
  readonly databaseUrl: string
  /** undefined while NATS has not been reached yet: previews are without an image. */
  readonly nats: () => Nats | undefined
  readonly log: Log
  readonly rateLimits: boolean
}

export type QueryTools = Omit<QueryApiParts, 'databaseUrl'> & {
  readonly db: Kysely<Tables>
  readonly model: ReadModel
  readonly gate: ReturnType<typeof createReadGate>
}
