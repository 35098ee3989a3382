import type { PaymentSettings } from '@lectern/contracts/api/payments.ts'
import type { Nats } from '@lectern/platform/nats/connect.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import type { WithImages } from './images/with-images.ts'
import type { View } from './past/view.ts'
import type { ReadModel } from './read-model/follow.ts'
import type { createReadGate } from './read-model/gate.ts'
import type { ReadDb } from './tables.ts'

export type QueryApiParts = {
  /** Connected with QUERY_POOL_SETTINGS of app.ts. */
  readonly pool: Pool
  /** For a connection that listens. */
  readonly databaseUrl: string
  /** undefined until NATS has been reached: previews are without an image meanwhile. */
  readonly nats: () => Nats | undefined
  readonly log: Log
  /** Of the store, as epochOf says it. */
  readonly epoch: string
  readonly rateLimits: boolean
  /** Default: payments are off. */
  readonly payments?: PaymentSettings
}

export type QueryTools = Omit<QueryApiParts, 'databaseUrl'> & {
  /** Queries of the read schema that serves. @throws Rejected being-updated, unavailable */
  readonly read: () => ReadDb
  /** Answers of the present library, or of the earlier one that the request asks for. */
  readonly view: View
  readonly model: ReadModel
  readonly withImages: WithImages
  readonly gate: ReturnType<typeof createReadGate>
}
