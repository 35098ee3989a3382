import { acceptForwardedCaller } from '@lectern/platform/http/caller.ts'
import { createHttpApp } from '@lectern/platform/http/http-app.ts'
import { refuseUnderPressure } from '@lectern/platform/http/under-pressure.ts'
import { connectNats, type Nats } from '@lectern/platform/nats/connect.ts'
import { connectPostgres, requirePostgres } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { Halt } from '@lectern/platform/process/halt.ts'
import { paymentSettings } from '@lectern/platform/process/payment-settings.ts'
import { runProcess } from '@lectern/platform/process/process.ts'
import { QUERY_POOL_SETTINGS, queryApi } from './app.ts'

await runProcess('query-api', async ({ config, log, onStop }) => {
  const pool = connectPostgres({
    url: config.databaseUrl,
    name: 'query-api',
    max: 8,
    queryTimeout: 5_000,
    settings: QUERY_POOL_SETTINGS,
  })
  onStop(() => pool.end())
  // It serves 503 while Postgres is away.
  void requirePostgres(pool).catch(error => {
    if (error instanceof Halt) throw error
  })

  // Only previews need NATS. Everything else works without it.
  let nats: Nats | undefined
  void connectNats({ url: config.natsUrl, name: 'query-api', log }).then(connection => {
    nats = connection
    onStop(() => connection.close())
  })

  const app = createHttpApp({ log })
  await refuseUnderPressure(app)
  acceptForwardedCaller(app, config.internalSecret)
  await app.register(
    queryApi({
      pool,
      databaseUrl: config.databaseUrl,
      nats: () => nats,
      log,
      rateLimits: config.rateLimits,
      payments: paymentSettings(config),
    }),
  )
  onStop(() => app.close())
  await app.listen({ port: config.port, host: config.host })

  return { ready: async () => (await currentReadSchema(pool)) !== undefined }
})
