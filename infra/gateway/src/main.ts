import { mailHealth } from '@lectern/command-api/mail/mails.ts'
import { createCommandApi, migrateCommandApi } from '@lectern/command-api/service.ts'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import { ensureStoreId, readEarlierStores } from '@lectern/platform/event-store/store-id.ts'
import { watchStore } from '@lectern/platform/event-store/watch.ts'
import { epochOf } from '@lectern/platform/http/cookies.ts'
import { connectNats, type Nats } from '@lectern/platform/nats/connect.ts'
import { connectPostgres, requirePostgres } from '@lectern/platform/postgres/postgres.ts'
import { refuseNewerReadModels } from '@lectern/platform/postgres/read-schemas.ts'
import { watchFreeSpace } from '@lectern/platform/process/free-space.ts'
import { Gauge } from '@lectern/platform/process/metrics.ts'
import { paymentSettings } from '@lectern/platform/process/payment-settings.ts'
import { runProcess } from '@lectern/platform/process/process.ts'
import { untilThere } from '@lectern/platform/process/until-there.ts'
import { watchJobs } from '@lectern/platform/work/job-metrics.ts'
import { QUERY_POOL_SETTINGS, queryApi } from '@lectern/query-api/app.ts'
import { exporterWith } from './exporter.ts'
import { measureBackups } from './operate/metrics.ts'
import { operateRoutes } from './operate/routes.ts'
import { createGateway } from './service.ts'

const CLIENT_DIST = new URL('../../../frontend/dist', import.meta.url).pathname

await runProcess('gateway', async tools => {
  const { config, log, metrics, draining, signal, onStop } = tools
  const pool = connectPostgres({
    url: config.databaseUrl,
    name: 'gateway',
    // More connections would take the two cores from the event loop.
    max: 6,
    queryTimeout: 5_000,
    settings: QUERY_POOL_SETTINGS,
  })
  onStop(() => pool.end())
  const { eventStoreUrl: url, eventStoreSecret: connectionName } = config
  const connected = connectEventStore({ url, connectionName, log })
  onStop(() => connected.close())
  const connect = async () => {
    await requirePostgres(pool)
    await refuseNewerReadModels(pool)
    await migrateCommandApi(pool)
    const storeId = await ensureStoreId(connected)
    return {
      storeId,
      earlierStores: await readEarlierStores(connected),
      // It takes nothing while it is behind the read models.
      watch: await watchStore({ store: connected, storeId, pool, log, metrics, signal }),
    }
  }
  const { storeId, earlierStores, watch } = await untilThere('Postgres and the event store', connect, {
    log,
    signal,
  })
  const { store } = watch

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
  const startExporter = exporterWith(tools)
  const commandApi = createCommandApi({
    ...{ config, pool, store, storeId, earlierStores, log, space, startExporter },
  })
  watchJobs(metrics, () => mailHealth(pool))
  measureBackups(metrics, pool)
  let nats: Nats | undefined
  // In the background: reading and saving work without NATS.
  void connectNats({ url: config.natsUrl, name: 'gateway', log }).then(reached => {
    if (signal.aborted) return reached.close()
    nats = reached
    onStop(() => reached.close())
    onStop(commandApi.answerCommands(reached))
  })
  const queries = queryApi({
    pool,
    databaseUrl: config.databaseUrl,
    nats: () => nats,
    log,
    epoch: epochOf(storeId),
    rateLimits: config.rateLimits,
    payments: paymentSettings(config),
  })
  const { operators, minFreeMb } = config
  const operation = operateRoutes({
    ...{ pool, store, space, log, operators, minFreeMb, aggregates: commandApi.aggregates },
    ...{ nats: () => nats, alarms: watch.alarms, isReady: () => gateway.ready() },
  })
  const gateway = await createGateway({
    config,
    log,
    metrics,
    pool,
    store,
    storeId,
    watch,
    space,
    draining,
    signal,
    api: [commandApi.plugin, queries, operation],
    clientDist: CLIENT_DIST,
  })
  const { app, ready } = gateway
  onStop(() => app.close())
  await app.listen({ port: config.port, host: config.host })
  return { ready }
})
