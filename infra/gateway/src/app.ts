import type { Contact } from '@lectern/contracts/api/contact.ts'
import type { CookieNames } from '@lectern/platform/http/cookies.ts'
import { createHttpApp } from '@lectern/platform/http/http-app.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import { refuseUnderPressure } from '@lectern/platform/http/under-pressure.ts'
import type { Config } from '@lectern/platform/process/config.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import type { Metrics } from '@lectern/platform/process/metrics.ts'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { serveClient } from './client-files.ts'
import { refuseOldClients } from './client-version.ts'
import { allowedOrigins, guardRequests } from './guard.ts'
import type { Health } from './health.ts'
import { identifyCallers } from './identify.ts'
import type { LegalSettings } from './legal-facts.ts'
import { serveOpenApi } from './openapi.ts'
import { watchProgress } from './progress-page.ts'
import { createReadAfter } from './read-after.ts'
import { measureRequests } from './request-metrics.ts'
import { securityHeaders } from './security-headers.ts'
import type { SessionCache } from './session-cache.ts'
import { limitUnderWay } from './under-way.ts'
import { answerWithEntry } from './wallabag/answer-with-entry.ts'

export type GatewayParts = {
  readonly config: Pick<
    Config,
    'publicUrl' | 'port' | 'trustProxy' | 'internalSecret' | 'rateLimits' | 'supportEmail'
  > &
    Partial<
      Pick<
        Config,
        'defaultPlan' | 'stripeSecretKey' | 'stripeStandIn' | 'stripeApiBase' | 'migrateUrl' | 'offlineShell'
      >
    > &
    LegalSettings
  readonly log: Log
  readonly metrics: Metrics
  readonly cookies: CookieNames
  readonly epoch: string
  readonly sessions: SessionCache
  readonly limits: Pick<Limits, 'budget'>
  /** The routes of command-api and query-api. */
  readonly api: readonly FastifyPluginAsync[]
  readonly health: () => Promise<Health>
  /** Aborts when the gateway is asked to end. */
  readonly draining: AbortSignal
  /** How many percent of an update of the read models are done; undefined once they serve. */
  readonly updateProgress: () => Promise<number | undefined>
  /** Folder of the built client. */
  readonly clientDist: string
}

/** Who runs Lectern for themselves gives each account all, and sells nothing. */
const hasPlans = ({ defaultPlan, stripeSecretKey }: GatewayParts['config']): boolean =>
  defaultPlan !== 'legacy_unlimited' || stripeSecretKey !== undefined

/** Checks a request's host, origin and session, then lets the API or the client's files answer. */
export const buildGateway = async (parts: GatewayParts): Promise<FastifyInstance> => {
  const {
    config,
    log,
    metrics,
    cookies,
    epoch,
    sessions,
    limits,
    api,
    health,
    draining,
    updateProgress,
    clientDist,
  } = parts
  const origins = allowedOrigins(config)
  const standIn = config.stripeStandIn ? config.stripeApiBase : undefined
  const headersOf = securityHeaders(origins, standIn && new URL(standIn).origin)
  const app = createHttpApp({ log, trustProxy: config.trustProxy, headersOf })
  measureRequests(app, metrics)
  // A page that lost one file of the client shows an error, and cannot ask again.
  await refuseUnderPressure(app, url => url.startsWith('/assets/'))
  const expectsNoProxy = config.publicUrl === undefined && config.trustProxy === undefined
  guardRequests(app, { ...origins, expectsNoProxy })
  refuseOldClients(app)
  const readAfter = createReadAfter(config.internalSecret)
  identifyCallers(app, { cookies, epoch, sessions, readAfter, limits })
  answerWithEntry(app)
  // The next request of a kept connection goes elsewhere.
  app.addHook('onSend', async (_request, reply) => {
    if (draining.aborted) reply.header('connection', 'close')
  })
  if (config.rateLimits) limitUnderWay(app)

  const always = { config: { ignoresLoad: true } }
  app.get('/livez', always, async () => 'ok\n')
  for (const path of ['/readyz', '/healthz']) {
    app.get(path, always, async (_request, reply): Promise<Health> => {
      const known = await health()
      // What is known of the rest is up to a second old.
      const found = draining.aborted ? { ...known, ready: false } : known
      if (!found.ready) reply.code(503).header('retry-after', '1')
      reply.header('cache-control', 'no-store')
      return found
    })
  }
  const toStrangers = { config: { isPublic: true } }
  app.get('/api/contact', toStrangers, async (): Promise<Contact> => ({ supportEmail: config.supportEmail }))
  serveOpenApi(app)
  app.get('/migrate', async (_request, reply) => reply.redirect(config.migrateUrl ?? '/import'))
  for (const plugin of api) await app.register(plugin)
  const [origin = ''] = origins.origins
  await serveClient(app, {
    dist: clientDist,
    facts: { origin, supportEmail: config.supportEmail, legal: config, hasPlans: hasPlans(config) },
    updateProgress: watchProgress(updateProgress),
    hasShell: config.offlineShell !== false,
  })
  return app
}
