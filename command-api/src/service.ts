import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { cookieNames } from '@lectern/platform/http/cookies.ts'
import type { Nats } from '@lectern/platform/nats/connect.ts'
import { migrate } from '@lectern/platform/postgres/migrate.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { Config } from '@lectern/platform/process/config.ts'
import type { FreeSpace } from '@lectern/platform/process/free-space.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import type { FastifyPluginAsync } from 'fastify'
import { accountsOf } from './accounts/accounts.ts'
import { type OpenStreams, openStreamsWith, signupFinisher } from './accounts/finish-signups.ts'
import { type Users, usersIn } from './accounts/users.ts'
import { type Aggregates, createAggregates } from './aggregates.ts'
import { answerCommands } from './nats/answer-commands.ts'
import { accountRoutes } from './routes/accounts.ts'
import { bulkRoutes } from './routes/bulk.ts'
import { collectionRoutes } from './routes/collections.ts'
import { linkRoutes } from './routes/links.ts'

export type CommandApiParts = {
  readonly config: Pick<
    Config,
    'publicUrl' | 'rateLimits' | 'signupLimitPerLocation' | 'trustProxy' | 'internalSecret'
  >
  readonly pool: Pool
  readonly store: EventStore
  readonly storeId: string
  readonly log: Log
  readonly space: Pick<FreeSpace, 'isLow'>
}

export type CommandApi = {
  /**
   * The routes of every call that changes something. The app must say who calls (platform/http/caller.ts) and answer
   * errors (platform/http/fastify-errors.ts). When it is ready, it finishes interrupted signups.
   */
  readonly plugin: FastifyPluginAsync
  /** Answers the commands of workers and reactions until the returned function is called. */
  readonly answerCommands: (nats: Nats) => () => Promise<void>
  readonly aggregates: Aggregates
  readonly users: Users
  readonly openStreams: OpenStreams
}

/** Builds the service, for production and for tests. */
export const createCommandApi = ({
  config,
  pool,
  store,
  storeId,
  log,
  space,
}: CommandApiParts): CommandApi => {
  const aggregates = createAggregates({ store, storeId, pool, log, space })
  const { libraries, articles } = aggregates
  const { rateLimits } = config
  const users = usersIn(pool, config.signupLimitPerLocation)
  const openStreams = openStreamsWith(users, aggregates)

  const plugin: FastifyPluginAsync = async app => {
    const closing = new AbortController()
    const finishSignups = signupFinisher({ users, openStreams, log, signal: closing.signal })
    const accounts = accountsOf({ users, openStreams, finishSignups, space })
    const cookies = cookieNames(storeId, config.publicUrl)
    accountRoutes(app, { accounts, libraries, pool, cookies, config })
    await app.register(async signedIn => {
      signedIn.addHook('onRequest', async request => void requireCaller(request))
      bulkRoutes(signedIn, { libraries, rateLimits })
      collectionRoutes(signedIn, { libraries, rateLimits })
      linkRoutes(signedIn, { libraries, articles, store, rateLimits })
    })

    if (config.trustProxy === undefined)
      log.warn(
        'TRUST_PROXY is not set: signups from loopback and private addresses are not limited by location',
      )
    app.addHook('onReady', async () => finishSignups())
    app.addHook('onClose', async () => closing.abort())
  }

  return {
    plugin,
    answerCommands: nats => answerCommands(nats, aggregates, log),
    aggregates,
    users,
    openStreams,
  }
}

/** Brings the schemas that command-api owns up to date. */
export const migrateCommandApi = async (pool: Pool): Promise<void> => {
  for (const schema of ['identity', 'command'])
    await migrate(pool, { schema, dir: new URL(`../migrations/${schema}`, import.meta.url).pathname })
}
