import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { issuedBySystem } from '@lectern/command-api/aggregate/issued.ts'
import { createCommandApi } from '@lectern/command-api/service.ts'
import { mailSettings } from '@lectern/command-api/test-support/mail-settings.ts'
import { startTestStripe } from '@lectern/command-api/test-support/stripe.ts'
import { PLANS, type Plan } from '@lectern/contracts/plans.ts'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import { ensureStoreId } from '@lectern/platform/event-store/store-id.ts'
import { cookieNames, epochOf } from '@lectern/platform/http/cookies.ts'
import { connectNats } from '@lectern/platform/nats/connect.ts'
import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { createMetrics } from '@lectern/platform/process/metrics.ts'
import { QUERY_POOL_SETTINGS, queryApi } from '@lectern/query-api/app.ts'
import { startProjectors } from '@lectern/query-api/test-support/query-api.ts'
import type { TestParts } from '@lectern/stack/test-support/parts.ts'
import type { FastifyInstance } from 'fastify'
import { operateRoutes } from '../operate/routes.ts'
import { createGateway } from '../service.ts'

export type Asked = {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}
export type Answered = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  readonly cookies: string
}

export type TestGatewayOptions = {
  readonly rateLimits?: boolean
  /** Default: mails are written to files. */
  readonly smtpUrl?: string
  readonly startExporter?: () => ChildProcess
  /** Ids of accounts. */
  readonly operators?: readonly string[]
}

/** A gateway with both APIs in process, which answer commands, and projectors that run beside it. */
export const startGateway = async (parts: TestParts, options: TestGatewayOptions = {}) => {
  const { rateLimits = false, smtpUrl, startExporter, operators = [] } = options
  const log = createLog('gateway', 'silent')
  const { databaseUrl, internalSecret } = parts
  const pool = connectPostgres({ url: databaseUrl, name: 'gateway', max: 8, settings: QUERY_POOL_SETTINGS })
  const store = connectEventStore({ url: parts.eventStoreUrl, connectionName: parts.eventStoreSecret })
  const storeId = await ensureStoreId(store)
  const space = { isLow: () => false, bytes: () => 10_000_000_000 }
  await startProjectors(parts)
  // Limits are counted in Postgres, where other tests have spent of them.
  if (rateLimits) await pool.query('TRUNCATE command.limits')
  const cookies = cookieNames(storeId, undefined)
  const stopping = new AbortController()
  const stripe = await startTestStripe()
  const config = {
    databaseUrl,
    publicUrl: new URL('http://localhost'),
    trustProxy: undefined,
    internalSecret,
    rateLimits,
    signupLimitPerLocation: 3,
    ...mailSettings(parts),
    ...(smtpUrl !== undefined && { smtpUrl }),
    ...stripe.config,
  }
  /** Every route of the API, as `METHOD /path/:id`. Pages of public links are none. */
  const routes = new Set<string>()
  const commandApi = createCommandApi({
    ...{ config, pool, store, storeId, log, space },
    ...(startExporter !== undefined && { startExporter }),
  })
  const nats = await connectNats({ url: parts.natsUrl('gateway'), name: 'gateway' })
  const stopAnswering = commandApi.answerCommands(nats)
  const api = async (app: FastifyInstance) => {
    app.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat())
        if (one !== 'HEAD' && !url.startsWith('/s/')) routes.add(`${one} ${url}`)
    })
    await app.register(commandApi.plugin)
    const epoch = epochOf(storeId)
    await app.register(queryApi({ pool, databaseUrl, nats: () => undefined, log, epoch, rateLimits: false }))
    await app.register(
      operateRoutes({
        ...{ pool, store, space, log, operators, minFreeMb: 500, aggregates: commandApi.aggregates },
        ...{ nats: () => nats, alarms: () => [], isReady: async () => true },
      }),
    )
  }
  const { app } = await createGateway({
    config,
    log,
    metrics: createMetrics('gateway-test'),
    pool,
    store,
    storeId,
    watch: { isBehind: () => false, alarms: () => [] },
    space,
    draining: stopping.signal,
    signal: stopping.signal,
    api: [api],
    clientDist: parts.dataDir,
  })
  await app.ready()

  return {
    routes: [...routes],
    cookies,
    pool,
    store,
    /** Gives the account of an email a plan, as the policy after its purchase does. */
    setPlan: async (email: string, plan: Plan): Promise<void> => {
      const { rows } = await pool.query('SELECT library_id FROM identity.users WHERE email_key = $1', [email])
      const cause = randomUUID()
      const [now, { limit }] = [new Date().toISOString(), PLANS[plan]]
      const command = { type: 'SetAllowance', plan, limit, cause, now } as const
      await commandApi.aggregates.libraries.handle(rows[0].library_id, command, issuedBySystem(cause))
    },
    /** Sends a request with these cookies; without more headers it does not look like a browser's. */
    ask: async ({ method, path, body, headers }: Asked, cookie = ''): Promise<Answered> => {
      const answer = await app.inject({
        method: method as 'GET',
        url: path,
        headers: { host: 'localhost', cookie, ...headers },
        ...(body !== undefined && { payload: body as object }),
      })
      return {
        status: answer.statusCode,
        headers: answer.headers,
        text: answer.body,
        cookies: answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      }
    },
    /** The whole answer. */
    inject: ({ method, path, headers }: Asked, cookie = '') =>
      app.inject({ method: method as 'GET', url: path, headers: { host: 'localhost', cookie, ...headers } }),
    stop: async () => {
      stopping.abort()
      await stopAnswering()
      await nats.close()
      await app.close()
      await store.close()
      await pool.end()
      await stripe.stop()
    },
  }
}
