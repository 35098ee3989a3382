import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import { ensureStoreId } from '@lectern/platform/event-store/store-id.ts'
import { acceptForwardedCaller } from '@lectern/platform/http/caller.ts'
import { cookieNames } from '@lectern/platform/http/cookies.ts'
import { createHttpApp } from '@lectern/platform/http/http-app.ts'
import { refuseUnderPressure } from '@lectern/platform/http/under-pressure.ts'
import { connectNats } from '@lectern/platform/nats/connect.ts'
import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import { watchFreeSpace } from '@lectern/platform/process/free-space.ts'
import { runProcess } from '@lectern/platform/process/process.ts'
import { commandApi } from './app.ts'
import { answerCommands } from './commands-on-nats.ts'
import { createDeciders, migrateCommandApi } from './deciders.ts'

await runProcess('command-api', async ({ config, log, signal, onStop }) => {
  const pool = connectPostgres({ url: config.databaseUrl, name: 'command-api', max: 10 })
  onStop(() => pool.end())
  await migrateCommandApi(pool)

  const store = connectEventStore({
    url: config.eventStoreUrl,
    connectionName: config.eventStoreSecret,
    log,
  })
  onStop(() => store.close())
  const storeId = await ensureStoreId(store)
  const space = await watchFreeSpace({
    folders: config.storageDirs,
    minBytes: config.minFreeMb * 1_000_000,
    signal,
  })
  const deciders = createDeciders({ store, storeId, pool, log, space })

  // Saving does not need NATS; what workers command waits until it is there.
  void connectNats({ url: config.natsUrl, name: 'command-api', log }).then(nats => {
    if (signal.aborted) return nats.close()
    onStop(() => nats.close())
    onStop(answerCommands(nats, deciders, log))
  })

  const app = createHttpApp({ log })
  await refuseUnderPressure(app)
  acceptForwardedCaller(app, config.internalSecret)
  const cookies = cookieNames(storeId, config.publicUrl)
  await app.register(commandApi({ config, pool, store, deciders, cookies, log, space }))
  onStop(() => app.close())
  await app.listen({ port: config.port, host: config.host })

  return {
    ready: async () => (await pool.query('SELECT 1')).rowCount === 1 && (await store.end()) !== undefined,
  }
})
