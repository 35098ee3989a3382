import { connectWatched } from '@lectern/platform/event-store/connect-watched.ts'
import { acceptForwardedCaller } from '@lectern/platform/http/caller.ts'
import { createHttpApp } from '@lectern/platform/http/http-app.ts'
import { refuseUnderPressure } from '@lectern/platform/http/under-pressure.ts'
import { connectNats } from '@lectern/platform/nats/connect.ts'
import { connectPostgres, requirePostgres } from '@lectern/platform/postgres/postgres.ts'
import { watchFreeSpace } from '@lectern/platform/process/free-space.ts'
import { runProcess } from '@lectern/platform/process/process.ts'
import { createCommandApi, migrateCommandApi } from './service.ts'

await runProcess('command-api', async ({ config, log, metrics, signal, onStop }) => {
  const pool = connectPostgres({ url: config.databaseUrl, name: 'command-api', max: 10 })
  onStop(() => pool.end())
  await requirePostgres(pool)
  await migrateCommandApi(pool)

  const { store, storeId, isBehind } = await connectWatched({ config, pool, log, metrics, signal, onStop })
  const space = await watchFreeSpace({
    folders: config.storageDirs,
    minBytes: config.minFreeMb * 1_000_000,
    signal,
  })
  const { plugin, answerCommands } = createCommandApi({ config, pool, store, storeId, log, space })

  // Saving does not need NATS: it is connected in the background.
  void connectNats({ url: config.natsUrl, name: 'command-api', log }).then(nats => {
    if (signal.aborted) return nats.close()
    onStop(() => nats.close())
    onStop(answerCommands(nats))
  })

  const app = createHttpApp({ log })
  await refuseUnderPressure(app)
  acceptForwardedCaller(app, config.internalSecret)
  await app.register(plugin)
  onStop(() => app.close())
  await app.listen({ port: config.port, host: config.host })

  return {
    ready: async () =>
      (await pool.query('SELECT 1')).rowCount === 1 && (await store.end()) !== undefined && !isBehind(),
  }
})
