import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { StoreWatch } from '@lectern/platform/event-store/watch.ts'
import { cookieNames, epochOf } from '@lectern/platform/http/cookies.ts'
import { sharedLimits } from '@lectern/platform/http/shared-limits.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema, updateProgress } from '@lectern/platform/postgres/read-schemas.ts'
import type { Config } from '@lectern/platform/process/config.ts'
import type { FreeSpace } from '@lectern/platform/process/free-space.ts'
import { buildGateway, type GatewayParts } from './app.ts'
import { healthOf } from './health.ts'
import { createSessionCache } from './session-cache.ts'

export type GatewayConnections = Pick<GatewayParts, 'log' | 'metrics' | 'api' | 'clientDist'> & {
  readonly config: GatewayParts['config'] & Pick<Config, 'databaseUrl'>
  readonly pool: Pool
  readonly store: EventStore
  readonly storeId: string
  readonly watch: Pick<StoreWatch, 'isBehind' | 'alarms'>
  readonly space: FreeSpace
  /** Aborts when the gateway is asked to end. A balancer leaves it while it serves on. */
  readonly draining: AbortSignal
  readonly signal: AbortSignal
}

/** The gateway over its database, event store and NATS, as main.ts and the tests run it. */
export const createGateway = async (connections: GatewayConnections) => {
  const { config, log, metrics, pool, store, storeId, watch, space, draining, signal, api, clientDist } =
    connections
  const ready = async () =>
    !watch.isBehind() &&
    (await currentReadSchema(pool)) !== undefined &&
    (await store.end()) !== undefined &&
    !draining.aborted
  const app = await buildGateway({
    config,
    log,
    metrics,
    cookies: cookieNames(storeId, config.publicUrl),
    epoch: epochOf(storeId),
    sessions: createSessionCache(pool, config.databaseUrl, signal),
    limits: sharedLimits({ pool, secret: config.internalSecret, enabled: config.rateLimits }),
    api,
    health: healthOf({ pool, watch, space, ready }),
    draining,
    updateProgress: () => updateProgress(pool),
    clientDist,
  })
  return { app, ready }
}
