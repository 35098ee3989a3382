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
import { analysesWith } from './imports/analyze.ts'
import { uploadsIn } from './imports/uploads.ts'
import { answerCommands } from './nats/answer-commands.ts'
import { articlePlaces } from './reading/article-places.ts'
import { positionsIn } from './reading/positions.ts'
import { textLengthsIn } from './reading/text-lengths.ts'
import { accountRoutes } from './routes/accounts.ts'
import { bulkRoutes } from './routes/bulk.ts'
import { collectionRoutes } from './routes/collections.ts'
import { importRoutes } from './routes/imports.ts'
import { linkRoutes } from './routes/links.ts'
import { noteRoutes } from './routes/notes.ts'
import { readingRoutes } from './routes/reading.ts'
import { createRowBudget } from './routes/row-budget.ts'
import { tagRoutes } from './routes/tags.ts'
import { undoRoute } from './routes/undo.ts'

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
  /** Answers the commands of workers and reactions until the returned function is called. Imports need it. */
  readonly answerCommands: (nats: Nats) => () => Promise<void>
  readonly aggregates: Aggregates
  readonly users: Users
  readonly openStreams: OpenStreams
}

const CLEAN_EVERY_MS = 60_000

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
  const { libraries, notebooks, articles } = aggregates
  const { rateLimits } = config
  const users = usersIn(pool, config.signupLimitPerLocation)
  const openStreams = openStreamsWith(users, aggregates)
  const uploads = uploadsIn(pool, space)
  const positions = positionsIn(pool)
  const places = articlePlaces({ libraries, articles, store, textLengths: textLengthsIn(pool) })
  let connected: Nats | undefined
  const analyses = analysesWith({ nats: () => connected, pool, log })

  const plugin: FastifyPluginAsync = async app => {
    const closing = new AbortController()
    const finishSignups = signupFinisher({ users, openStreams, log, signal: closing.signal })
    const accounts = accountsOf({ users, openStreams, finishSignups, space })
    const cookies = cookieNames(storeId, config.publicUrl)
    accountRoutes(app, { accounts, libraries, pool, cookies, config })
    await app.register(async signedIn => {
      signedIn.addHook('onRequest', async request => void requireCaller(request))
      const charge = createRowBudget(rateLimits)
      bulkRoutes(signedIn, { libraries, rateLimits, charge })
      tagRoutes(signedIn, { libraries, rateLimits, charge })
      undoRoute(signedIn, { libraries, store, rateLimits, charge })
      collectionRoutes(signedIn, { libraries, rateLimits })
      linkRoutes(signedIn, { libraries, store, rateLimits })
      readingRoutes(signedIn, { libraries, articles, places, positions, rateLimits })
      noteRoutes(signedIn, { libraries, notebooks, places, store, rateLimits })
      await signedIn.register(importing =>
        importRoutes(importing, { libraries, uploads, analyses, rateLimits }),
      )
    })
    const cleaning = setInterval(() => {
      uploads.clean().catch(error => log.warn({ err: error }, 'old uploads could not be deleted'))
    }, CLEAN_EVERY_MS)
    cleaning.unref()

    if (config.trustProxy === undefined)
      log.warn(
        'TRUST_PROXY is not set: signups from loopback and private addresses are not limited by location',
      )
    app.addHook('onReady', async () => finishSignups())
    app.addHook('onClose', async () => {
      closing.abort()
      clearInterval(cleaning)
    })
  }

  return {
    plugin,
    answerCommands: nats => {
      connected = nats
      return answerCommands(nats, { ...aggregates, store, uploads, positions }, log)
    },
    aggregates,
    users,
    openStreams,
  }
}

/** Brings the schemas that command-api owns up to date. */
export const migrateCommandApi = async (pool: Pool): Promise<void> => {
  for (const schema of ['identity', 'command', 'uploads', 'reading'])
    await migrate(pool, { schema, dir: new URL(`../migrations/${schema}`, import.meta.url).pathname })
}
