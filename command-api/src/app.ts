import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { CookieNames } from '@lectern/platform/http/cookies.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { Config } from '@lectern/platform/process/config.ts'
import type { FreeSpace } from '@lectern/platform/process/free-space.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import type { FastifyPluginAsync } from 'fastify'
import { accountsOf } from './accounts/accounts.ts'
import { openStreamsWith, signupFinisher } from './accounts/finish-signups.ts'
import { usersIn } from './accounts/users.ts'
import type { Deciders } from './deciders.ts'
import { accountRoutes } from './routes/accounts.ts'
import { bulkRoutes } from './routes/bulk.ts'
import { collectionRoutes } from './routes/collections.ts'
import { linkRoutes } from './routes/links.ts'

export type CommandApiParts = {
  readonly config: Pick<Config, 'rateLimits' | 'signupLimitPerLocation' | 'trustProxy' | 'internalSecret'>
  readonly pool: Pool
  readonly store: EventStore
  readonly deciders: Deciders
  readonly cookies: CookieNames
  readonly log: Log
  readonly space: Pick<FreeSpace, 'isLow'>
}

/**
 * Every call that changes something, as a plugin for the gateway's app or one of its own. The app must say who calls
 * (platform/http/caller.ts) and answer errors (platform/http/fastify-errors.ts). Once it is ready, signups that died half-way
 * are finished.
 */
export const commandApi =
  ({ config, pool, store, deciders, cookies, log, space }: CommandApiParts): FastifyPluginAsync =>
  async app => {
    const users = usersIn(pool, config.signupLimitPerLocation)
    const openStreams = openStreamsWith(users, deciders)
    const closing = new AbortController()
    const finishSignups = signupFinisher({ users, openStreams, log, signal: closing.signal })
    const accounts = accountsOf({ users, openStreams, finishSignups, space })
    const { libraries, articles } = deciders
    accountRoutes(app, { accounts, libraries, pool, cookies, config })
    bulkRoutes(app, { libraries, rateLimits: config.rateLimits })
    collectionRoutes(app, { libraries, rateLimits: config.rateLimits })
    linkRoutes(app, { libraries, articles, store, rateLimits: config.rateLimits })

    if (config.trustProxy === undefined)
      log.warn(
        'TRUST_PROXY is not set: signups from loopback and private addresses are not limited by location',
      )
    app.addHook('onReady', async () => finishSignups())
    app.addHook('onClose', async () => closing.abort())
  }
