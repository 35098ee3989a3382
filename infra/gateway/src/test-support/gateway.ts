import { fileURLToPath } from 'node:url'
import { createCommandApi, migrateCommandApi } from '@lectern/command-api/service.ts'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import { ensureStoreId } from '@lectern/platform/event-store/store-id.ts'
import { cookieNames } from '@lectern/platform/http/cookies.ts'
import { connectPostgres, migrate } from '@lectern/platform/postgres/postgres.ts'
import { updateProgress } from '@lectern/platform/postgres/read-schemas.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { QUERY_POOL_SETTINGS, queryApi } from '@lectern/query-api/app.ts'
import { startProjectors } from '@lectern/query-api/test-support/query-api.ts'
import type { TestParts } from '@lectern/stack/test-support/parts.ts'
import type { FastifyInstance } from 'fastify'
import { buildGateway } from '../app.ts'
import { createSessionCache } from '../session-cache.ts'

export type Asked = {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}
export type Answered = { readonly status: number; readonly text: string; readonly cookies: string }

/** A gateway with both APIs in process, as main.ts builds it, and real projectors behind it. */
export const startGateway = async (parts: TestParts) => {
  const log = createLog('gateway', 'silent')
  const { databaseUrl, internalSecret } = parts
  const pool = connectPostgres({ url: databaseUrl, name: 'gateway', max: 8, settings: QUERY_POOL_SETTINGS })
  await migrateCommandApi(pool)
  await migrate(pool, {
    schema: 'content',
    dir: fileURLToPath(new URL('../../../../workers/migrations', import.meta.url)),
  })
  const store = connectEventStore({ url: parts.eventStoreUrl, connectionName: parts.eventStoreSecret })
  const storeId = await ensureStoreId(store)
  const space = { isLow: () => false }
  const projectors = await startProjectors(parts)
  const cookies = cookieNames(storeId, undefined)
  const stopping = new AbortController()
  const config = {
    publicUrl: new URL('http://localhost'),
    port: 80,
    trustProxy: undefined,
    internalSecret,
    rateLimits: false,
    signupLimitPerLocation: 3,
  }
  /** Every route of the API, as `METHOD /path/:id`. */
  const routes = new Set<string>()
  const api = async (app: FastifyInstance) => {
    app.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) if (one !== 'HEAD') routes.add(`${one} ${url}`)
    })
    await app.register(createCommandApi({ config, pool, store, storeId, log, space }).plugin)
    await app.register(queryApi({ pool, databaseUrl, nats: () => undefined, log, rateLimits: false }))
  }
  const app = await buildGateway({
    config,
    log,
    cookies,
    sessions: createSessionCache(pool, databaseUrl, stopping.signal),
    api: [api],
    health: async () => ({
      ready: true,
      alarms: [],
      jobs: [],
      deadLetters: 0,
      parkedStreams: 0,
      freeMb: 10_000,
    }),
    updateProgress: () => updateProgress(pool),
    clientDist: parts.dataDir,
  })
  await app.ready()

  return {
    routes: [...routes],
    cookies,
    pool,
    store,
    /** Asks with these cookies, as a client that is no browser unless `headers` say otherwise. */
    ask: async ({ method, path, body, headers }: Asked, cookie = ''): Promise<Answered> => {
      const answer = await app.inject({
        method: method as 'GET',
        url: path,
        headers: { host: 'localhost', cookie, ...headers },
        ...(body !== undefined && { payload: body as object }),
      })
      return {
        status: answer.statusCode,
        text: answer.body,
        cookies: answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      }
    },
    stop: async () => {
      projectors.kill('SIGKILL')
      stopping.abort()
      await app.close()
      await store.close()
      await pool.end()
    },
  }
}
