import { createCommandApi, migrateCommandApi } from '@lectern/command-api/service.ts'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { ensureStoreId } from '@lectern/platform/event-store/store-id.ts'
import { cookieNames } from '@lectern/platform/http/cookies.ts'
import { connectNats, type Nats } from '@lectern/platform/nats/connect.ts'
import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema, updateProgress } from '@lectern/platform/postgres/read-schemas.ts'
import { waitForTables } from '@lectern/platform/postgres/wait-for-tables.ts'
import { type FreeSpace, watchFreeSpace } from '@lectern/platform/process/free-space.ts'
import { Gauge } from '@lectern/platform/process/metrics.ts'
import { type ProcessTools, runProcess } from '@lectern/platform/process/process.ts'
import { QUERY_POOL_SETTINGS, queryApi } from '@lectern/query-api/app.ts'
import type { FastifyPluginAsync } from 'fastify'
import { buildGateway } from './app.ts'
import { healthOf } from './health.ts'
import { createSessionCache } from './session-cache.ts'

/** Command-api owns it. */
const SESSIONS = 'SELECT FROM identity.sessions LIMIT 0'
const CLIENT_DIST = new URL('../../../frontend/dist', import.meta.url).pathname

type NatsInTime = { readonly current: () => Nats | undefined; readonly reached: Promise<Nats> }

type Connections = {
  readonly pool: Pool
  readonly store: EventStore
  readonly storeId: string
  readonly space: FreeSpace
  readonly nats: NatsInTime
}

/** Connects in the background: reading and saving do not need NATS. */
const reachNats = ({ config, log, onStop, signal }: ProcessTools<'gateway'>): NatsInTime => {
  let current: Nats | undefined
  const { promise: reached, resolve } = Promise.withResolvers<Nats>()
  void connectNats({ url: config.natsUrl, name: 'gateway', log }).then(connected => {
    if (signal.aborted) return connected.close()
    current = connected
    onStop(() => connected.close())
    resolve(connected)
  })
  return { current: () => current, reached }
}

/** Both APIs in this process, answering NATS commands too once NATS is reached: reading and saving do not need it. */
const inProcess = (
  tools: ProcessTools<'gateway'>,
  { pool, store, storeId, space, nats }: Connections,
): FastifyPluginAsync[] => {
  const { config, log, onStop } = tools
  const commandApi = createCommandApi({ config, pool, store, storeId, log, space })
  void nats.reached.then(connected => onStop(commandApi.answerCommands(connected)))
  return [
    commandApi.plugin,
    queryApi({
      pool,
      databaseUrl: config.databaseUrl,
      nats: nats.current,
      log,
      rateLimits: config.rateLimits,
    }),
  ]
}

/** Passed on to processes of their own. Loaded only here, since the proxy's HTTP client costs a process 13 MB. */
const inOtherProcesses = async (commandApiUrl: string, queryApiUrl: string, secret: string) => {
  const { proxyApi } = await import('./proxy.ts')
  return [proxyApi({ commandApiUrl, queryApiUrl, secret })]
}

await runProcess('gateway', async tools => {
  const { config, log, metrics, signal, onStop } = tools
  const pool = connectPostgres({
    url: config.databaseUrl,
    name: 'gateway',
    // More at once would take the processor from the event loop that serves them all.
    max: 6,
    queryTimeout: 5_000,
    settings: QUERY_POOL_SETTINGS,
  })
  onStop(() => pool.end())
  const { commandApiUrl, queryApiUrl, internalSecret: secret } = config
  const isSplit = commandApiUrl !== undefined && queryApiUrl !== undefined
  if (isSplit) await waitForTables(pool, SESSIONS, { log, signal })
  else await migrateCommandApi(pool)
  const store = connectEventStore({ url: config.eventStoreUrl, connectionName: config.eventStoreSecret, log })
  onStop(() => store.close())
  const storeId = await ensureStoreId(store)

  const space = await watchFreeSpace({
    folders: config.storageDirs,
    minBytes: config.minFreeMb * 1_000_000,
    signal,
  })
  new Gauge({
    name: 'lectern_free_bytes',
    help: 'Bytes free where data lies; writes are refused below MIN_FREE_MB',
    registers: [metrics],
    collect() {
      this.set(space.bytes() ?? Number.NaN)
    },
  })
  const nats = reachNats(tools)

  const api = isSplit
    ? await inOtherProcesses(commandApiUrl, queryApiUrl, secret)
    : inProcess(tools, { pool, store, storeId, space, nats })
  const ready = async () =>
    (await currentReadSchema(pool)) !== undefined && (await store.end()) !== undefined && !signal.aborted

  const app = await buildGateway({
    config,
    log,
    cookies: cookieNames(storeId, config.publicUrl),
    sessions: createSessionCache(pool, config.databaseUrl, signal),
    api,
    health: healthOf({ pool, nats: nats.current, space, ready }),
    updateProgress: () => updateProgress(pool),
    clientDist: CLIENT_DIST,
  })
  onStop(() => app.close())
  await app.listen({ port: config.port, host: config.host })
  return { ready }
})
