import { mailHealth } from '@lectern/command-api/mail/mails.ts'
import { createCommandApi, migrateCommandApi } from '@lectern/command-api/service.ts'
import { connectWatched } from '@lectern/platform/event-store/connect-watched.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { connectNats, type Nats } from '@lectern/platform/nats/connect.ts'
import { watchJobs } from '@lectern/platform/nats/job-metrics.ts'
import { connectPostgres, type Pool, requirePostgres } from '@lectern/platform/postgres/postgres.ts'
import { waitForColumn } from '@lectern/platform/postgres/wait-for-column.ts'
import { type FreeSpace, watchFreeSpace } from '@lectern/platform/process/free-space.ts'
import { Gauge } from '@lectern/platform/process/metrics.ts'
import { paymentSettings } from '@lectern/platform/process/payment-settings.ts'
import { type ProcessTools, runProcess } from '@lectern/platform/process/process.ts'
import { QUERY_POOL_SETTINGS, queryApi } from '@lectern/query-api/app.ts'
import type { FastifyPluginAsync } from 'fastify'
import { exporterWith } from './exporter.ts'
import { createGateway } from './service.ts'

/** command-api makes it. */
const SESSIONS = { schema: 'identity', table: 'sessions', column: 'user_id' }
const CLIENT_DIST = new URL('../../../frontend/dist', import.meta.url).pathname

type NatsInTime = { readonly current: () => Nats | undefined; readonly reached: Promise<Nats> }

type Connections = {
  readonly pool: Pool
  readonly store: EventStore
  readonly storeId: string
  readonly space: FreeSpace
  readonly nats: NatsInTime
}

/** Connects to NATS in the background: reading and saving work without it. */
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

/** Both APIs in this process. Commands on NATS are answered once NATS is reached. */
const inProcess = (
  tools: ProcessTools<'gateway'>,
  { pool, store, storeId, space, nats }: Connections,
): FastifyPluginAsync[] => {
  const { config, log, metrics, onStop } = tools
  const startExporter = exporterWith(tools)
  const commandApi = createCommandApi({ config, pool, store, storeId, log, space, startExporter })
  watchJobs(metrics, () => mailHealth(pool))
  void nats.reached.then(connected => onStop(commandApi.answerCommands(connected)))
  return [
    commandApi.plugin,
    queryApi({
      pool,
      databaseUrl: config.databaseUrl,
      nats: nats.current,
      log,
      rateLimits: config.rateLimits,
      payments: paymentSettings(config),
    }),
  ]
}

/** Both APIs in processes of their own. The proxy is imported only here, since its HTTP client costs a process 13 MB. */
const inOtherProcesses = async (commandApiUrl: string, queryApiUrl: string, secret: string) => {
  const { proxyApi } = await import('./proxy.ts')
  return [proxyApi({ commandApiUrl, queryApiUrl, secret })]
}

await runProcess('gateway', async tools => {
  const { config, log, metrics, signal, onStop } = tools
  const pool = connectPostgres({
    url: config.databaseUrl,
    name: 'gateway',
    // More connections would take the two cores from the event loop.
    max: 6,
    queryTimeout: 5_000,
    settings: QUERY_POOL_SETTINGS,
  })
  onStop(() => pool.end())
  await requirePostgres(pool)
  const { commandApiUrl, queryApiUrl, internalSecret: secret } = config
  const isSplit = commandApiUrl !== undefined && queryApiUrl !== undefined
  if (isSplit) await waitForColumn(pool, SESSIONS, { log, signal })
  else await migrateCommandApi(pool)
  const watch = await connectWatched({ config, pool, log, metrics, signal, onStop })
  const { store, storeId } = watch

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
  const { app, ready } = await createGateway({
    config,
    log,
    pool,
    store,
    storeId,
    watch,
    space,
    nats: nats.current,
    signal,
    api,
    clientDist: CLIENT_DIST,
  })
  onStop(() => app.close())
  await app.listen({ port: config.port, host: config.host })
  return { ready }
})
