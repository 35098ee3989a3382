import type { ChildProcess } from 'node:child_process'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { cookieNames, epochOf } from '@lectern/platform/http/cookies.ts'
import { takeLibrary } from '@lectern/platform/http/shared-library.ts'
import { sharedLimits } from '@lectern/platform/http/shared-limits.ts'
import { takeForms } from '@lectern/platform/http/take-forms.ts'
import { limitTokens, requireDevice } from '@lectern/platform/http/token-scope.ts'
import type { Nats } from '@lectern/platform/nats/connect.ts'
import { migrate } from '@lectern/platform/postgres/migrate.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { Config } from '@lectern/platform/process/config.ts'
import type { FreeSpace } from '@lectern/platform/process/free-space.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import type { FastifyPluginAsync } from 'fastify'
import { accountsOf } from './accounts/accounts.ts'
import { type OpenStreams, openStreamsWith, signupFinisher } from './accounts/finish-signups.ts'
import { giveOwedCommands } from './accounts/owed-commands.ts'
import { type Users, usersIn } from './accounts/users.ts'
import { wrongPasswordsOf } from './accounts/wrong-passwords.ts'
import { type Aggregates, createAggregates } from './aggregates.ts'
import { countEarlier } from './bytes/count-earlier.ts'
import { keptBytesIn } from './bytes/kept-bytes.ts'
import { closeAccounts } from './closing/closer.ts'
import { eraseLeftovers } from './closing/leftovers.ts'
import { exportsIn } from './exports/exports.ts'
import { keepExporter } from './exports/keep-exporter.ts'
import { analysesWith } from './imports/analyze.ts'
import { uploadsIn } from './imports/uploads.ts'
import { loop } from './loop.ts'
import { mailsIn } from './mail/mails.ts'
import { originOf } from './mail/send-mails.ts'
import { type MailConfig, startMails } from './mail/start.ts'
import { askForWeekly } from './mail/weekly.ts'
import { answerCommands } from './nats/answer-commands.ts'
import { listEvents, receiver } from './payments/receive.ts'
import { connectStripe, type StripeConfig, type StripePort } from './payments/stripe.ts'
import { runPolicies } from './policies/policies.ts'
import { readRowIn } from './read-row.ts'
import { articlePlaces } from './reading/article-places.ts'
import { deletedLinksIn } from './reading/deleted-links.ts'
import { positionsIn } from './reading/positions.ts'
import { providedPagesIn } from './reading/provided-pages.ts'
import { shownPageIn } from './reading/shown-page.ts'
import { shownTitlesIn } from './reading/shown-titles.ts'
import { waitUntilPastIn } from './reading/wait-until-past.ts'
import { accessRoutes, requireApiOfTokens } from './routes/access.ts'
import { accountSettingsRoutes, recoveryRoutes } from './routes/account-settings.ts'
import { accountRoutes } from './routes/accounts.ts'
import { bulkRoutes } from './routes/bulk.ts'
import { collectionRoutes } from './routes/collections.ts'
import { deletedLinkRoutes } from './routes/deleted-links.ts'
import { exportRoutes } from './routes/exports.ts'
import { handoverRoutes } from './routes/handover.ts'
import { importRoutes } from './routes/imports.ts'
import { acceptRoute, invitationRoute } from './routes/invitations.ts'
import { leaveRoute } from './routes/leave.ts'
import { linkRoutes } from './routes/links.ts'
import { noteRoutes } from './routes/notes.ts'
import { pageRoutes, providePageWith, removePageWith } from './routes/page.ts'
import { pageEventsRoute } from './routes/page-events.ts'
import { paymentRoutes, receiptRoute, testCheckoutRoute } from './routes/payments.ts'
import { readingRoutes, rereadWith } from './routes/reading.ts'
import { retryRoute } from './routes/retry-pages.ts'
import { createRowBudget } from './routes/row-budget.ts'
import { sharedRoute } from './routes/shared.ts'
import { sharingRoutes } from './routes/sharing.ts'
import { stripeWebhook } from './routes/stripe-webhook.ts'
import { tagRoutes } from './routes/tags.ts'
import { undoRoute } from './routes/undo.ts'
import { unsubscribeRoutes } from './routes/unsubscribe.ts'
import { picturesIn } from './shares/pictures.ts'
import { publicPages } from './shares/public-routes.ts'
import { shareRoutes } from './shares/routes.ts'
import { sharedIn } from './shares/shared.ts'
import { sharesIn } from './shares/shares.ts'
import { signerOf } from './shares/token.ts'
import { invitationsIn } from './sharing/invitations.ts'
import { peopleIn } from './sharing/people.ts'
import { askCodeWith } from './sign-in/ask-code.ts'
import { codeSettings } from './sign-in/code-routes.ts'
import { codesIn } from './sign-in/codes.ts'
import { passkeySettings, passkeySignIn } from './sign-in/passkey-routes.ts'
import { passkeySite, passkeysElsewhere, passkeysIn } from './sign-in/passkeys.ts'
import { sessionsOf } from './sign-in/sessions.ts'
import { articleSweep } from './sweeping/articles.ts'
import { annotationRoutes } from './wallabag/annotations.ts'
import { bookRoute } from './wallabag/book-route.ts'
import { wallabagRoutes } from './wallabag/routes.ts'
import { tagRoutes as tagRoutesOfDevices } from './wallabag/tag-routes.ts'
import { tokenRoute } from './wallabag/token-route.ts'

export type CommandApiParts = {
  readonly config: Pick<Config, 'rateLimits' | 'signupLimitPerLocation' | 'trustProxy'> &
    Partial<Pick<Config, 'defaultPlan'>> &
    MailConfig &
    StripeConfig
  readonly pool: Pool
  readonly store: EventStore
  readonly storeId: string
  /** Ids of the stores that this one was filled from. */
  readonly earlierStores?: readonly string[]
  readonly log: Log
  readonly space: Pick<FreeSpace, 'isLow'>
  /** Default: as the settings say. */
  readonly stripe?: StripePort | undefined
  /** Starts an exporter, which ends by itself. Default: exports wait for one that another process starts. */
  readonly startExporter?: () => ChildProcess
}

export type CommandApi = {
  /**
   * The routes of every call that changes something. The app must say who calls (platform/http/caller.ts) and answer
   * errors (platform/http/fastify-errors.ts). Its loops run until the app closes.
   */
  readonly plugin: FastifyPluginAsync
  /** Answers the commands of workers until the returned function is called. Imports need it. */
  readonly answerCommands: (nats: Nats) => () => Promise<void>
  readonly aggregates: Aggregates
  readonly users: Users
  readonly openStreams: OpenStreams
}

const CLEAN_EVERY_MS = 60_000
/** It reads the reading positions of everybody. */
const ERASE_EVERY_MS = 600_000
/** Each look reads the notes of everybody where an article is due. */
const SWEEP_ARTICLES_EVERY_MS = 600_000
/** The exporter, which cannot look at the disk, writes up to 300 MB meanwhile. */
const MAKE_ROOM_EVERY_MS = 3_000

/** Builds the service, for production and for tests. */
export const createCommandApi = ({
  config,
  pool,
  store,
  storeId,
  earlierStores,
  log,
  space,
  stripe = connectStripe(config, storeId, earlierStores),
  startExporter,
}: CommandApiParts): CommandApi => {
  const { rateLimits, internalSecret } = config
  const limits = sharedLimits({ pool, secret: internalSecret, enabled: rateLimits })
  const keptBytes = keptBytesIn({
    ...{ pool, log, rateLimits },
    planOf: libraryId => aggregates.libraries.read(libraryId, ({ allowance }) => allowance.plan),
  })
  const aggregates = createAggregates({ store, storeId, pool, log, space, keptBytes })
  const { libraries, notebooks, articles } = aggregates
  const users = usersIn(pool, config.signupLimitPerLocation)
  const openStreams = openStreamsWith(users, aggregates, config.defaultPlan)
  const uploads = uploadsIn(pool, space)
  let wakeExporter = () => {}
  const exports = exportsIn(pool, space, () => wakeExporter())
  const receive = receiver({ store, space })
  const positions = positionsIn(pool)
  const providedPages = providedPagesIn(pool, space)
  const readRow = readRowIn(pool)
  const mails = mailsIn(pool)
  const invitations = invitationsIn(pool)
  const people = peopleIn(pool, libraries)
  const shares = sharesIn(pool)
  const readShared = sharedIn(readRow)
  const places = articlePlaces({ libraries, articles, pool, readRow })
  const shownTitles = shownTitlesIn(readRow)
  const shownPage = shownPageIn(readRow)
  let connected: Nats | undefined
  const analyses = analysesWith({ nats: () => connected, pool, log })

  const plugin: FastifyPluginAsync = async app => {
    limitTokens(app)
    takeLibrary(app, pool)
    const closing = new AbortController()
    const running = { log, signal: closing.signal }
    const finishSignups = signupFinisher({ ...running, users, openStreams })
    const accounts = accountsOf({ users, openStreams, finishSignups, space })
    const cookies = cookieNames(storeId, config.publicUrl)
    const sessions = sessionsOf({ libraries, pool, cookies, epoch: epochOf(storeId) })
    const codes = codesIn(pool)
    const askCode = askCodeWith({ codes, users, limits })
    accountRoutes(app, { accounts, sessions, askCode, pool, cookies, config, limits })
    const site = passkeySite(new URL(originOf(config)))
    const passkeys = site && passkeysIn(pool, site)
    passkeySignIn(app, { passkeys, sessions, limits })
    const giveOwed = giveOwedCommands({ ...running, pool, openStreams, accounts: aggregates.accounts })
    const nats = () => connected
    const goOnClosing = closeAccounts({
      ...aggregates,
      ...running,
      pool,
      store,
      nats,
      mails,
      outboxDir: config.outboxDir,
    })
    const settings = { pool, cookies, config, limits, giveOwed, goOnClosing, space }
    recoveryRoutes(app, settings)
    pageEventsRoute(app, { pool, space, limits })
    const sharing = { libraries, invitations, people, users, limits }
    const leaving = { libraries, notebooks, people, store, readRow }
    invitationRoute(app, sharing)
    await app.register(async forms =>
      unsubscribeRoutes(forms, { ...settings, accounts: aggregates.accounts, config }),
    )
    await app.register(async scope => {
      takeForms(scope)
      tokenRoute(scope, { pool, limits, space })
    })
    await app.register(hooks => stripeWebhook(hooks, { stripe, receive }))
    const publicLinks = { shares, readShared, publicUrl: config.publicUrl, rateLimits, limits }
    await app.register(async pages =>
      publicPages(pages, {
        ...{
          ...publicLinks,
          pictures: picturesIn(pool, readRow),
          signer: signerOf(config.internalSecret),
          log,
        },
      }),
    )
    if (config.stripeStandIn) testCheckoutRoute(app, { stripe, config, limits })
    await app.register(async signedIn => {
      signedIn.addHook('onRequest', async request => void requireCaller(request))
      requireApiOfTokens(signedIn, { libraries })
      const charge = createRowBudget(limits)
      bulkRoutes(signedIn, { libraries, limits, charge })
      const deletedLinks = deletedLinksIn(readRow)
      deletedLinkRoutes(signedIn, { libraries, deletedLinks, limits, charge })
      retryRoute(signedIn, { libraries, pool, log, limits })
      tagRoutes(signedIn, { libraries, limits, charge })
      undoRoute(signedIn, { libraries, notebooks, people, store, readRow, shownTitles, limits, charge })
      collectionRoutes(signedIn, { libraries, people, limits })
      sharingRoutes(signedIn, { ...sharing, origin: originOf(config) })
      leaveRoute(signedIn, { ...leaving, limits, charge })
      handoverRoutes(signedIn, { ...leaving, users, positions, limits, charge })
      acceptRoute(signedIn, sharing)
      sharedRoute(signedIn, { libraries, pool, limits })
      linkRoutes(signedIn, { libraries, shownTitles, shownPage, limits })
      paymentRoutes(signedIn, { accounts: aggregates.accounts, users, uploads, stripe, config, limits })
      receiptRoute(signedIn, { accounts: aggregates.accounts, stripe, limits })
      const removePage = removePageWith({ libraries })
      const providePage = providePageWith({ libraries, providedPages, keptBytes })
      const reread = rereadWith({ articles, places, limits })
      await signedIn.register(async scope => pageRoutes(scope, { providePage, removePage, limits }))
      readingRoutes(signedIn, { libraries, articles, places, removePage, reread, positions, limits })
      noteRoutes(signedIn, { libraries, notebooks, places, people, store, readRow, limits })
      exportRoutes(signedIn, { libraries, notebooks, exports, shownTitles, limits })
      shareRoutes(signedIn, {
        libraries,
        keptBytes,
        ...publicLinks,
        waitUntilPast: waitUntilPastIn(readRow),
        space,
      })
      const wrongPasswords = wrongPasswordsOf(limits)
      await signedIn.register(async scope => accountSettingsRoutes(scope, { ...settings, wrongPasswords }))
      codeSettings(signedIn, { codes, limits, giveOwed, wrongPasswords })
      passkeySettings(signedIn, { passkeys, limits, giveOwed, wrongPasswords })
      await signedIn.register(async scope =>
        accessRoutes(scope, { libraries, pool, limits, space, wrongPasswords }),
      )
      await signedIn.register(async scope => {
        takeForms(scope)
        requireDevice(scope)
        wallabagRoutes(scope, { libraries, shownTitles, providePage, reread, limits })
        tagRoutesOfDevices(scope, { libraries, notebooks, limits, charge })
        annotationRoutes(scope, { libraries, notebooks, places, store, readRow, limits })
        bookRoute(scope, { libraries, exports, pool, shownTitles, log, limits })
      })
      await signedIn.register(importing => importRoutes(importing, { libraries, uploads, analyses, limits }))
    })
    const sweep = (everyMs: number, work: () => Promise<unknown>, failure: string) =>
      loop({ ...running, work, firstMs: everyMs, everyMs, failure })
    const clean = () =>
      Promise.all([
        ...[uploads.clean(), providedPages.clean(), exports.clean(), mails.clean(), shares.clean()],
        ...[invitations.clean(), limits.clean(), askForWeekly(pool)],
      ])
    const sweepArticles = articleSweep({ articles, pool, store, nats, signal: closing.signal })
    sweep(CLEAN_EVERY_MS, clean, 'old files and mails could not be deleted, or weekly mails not be asked for')
    sweep(CLEAN_EVERY_MS, keptBytes.save, 'bytes of accounts could not be saved')
    sweep(CLEAN_EVERY_MS, () => countEarlier(pool, store), 'earlier bytes of accounts could not be counted')
    sweep(ERASE_EVERY_MS, () => eraseLeftovers(pool), 'rows of deleted accounts could not be deleted')
    sweep(SWEEP_ARTICLES_EVERY_MS, sweepArticles, 'articles that nobody has could not be forgotten')
    sweep(MAKE_ROOM_EVERY_MS, exports.makeRoom, 'exports could not be ended')
    if (startExporter) wakeExporter = keepExporter({ ...running, pool, startExporter })
    if (stripe !== undefined) listEvents(stripe, receive, running)
    const mailing = startMails({
      ...aggregates,
      ...running,
      mails,
      invitations,
      users,
      shownTitles,
      people,
      config,
      pool,
      store,
      nats,
    })
    const following = {
      ...aggregates,
      ...running,
      pool,
      store,
      storeId,
      stripe,
      positions,
      providedPages,
      invitations,
      people,
      readRow,
      users,
      shares,
    }
    runPolicies({ ...following, addMail: mailing.add })
    app.addHook('onClose', () =>
      keptBytes.save().catch(err => log.warn({ err }, 'bytes of accounts could not be saved')),
    )

    app.addHook('onReady', async () => {
      for (const { host, count } of await passkeysElsewhere(pool, site?.host))
        log.warn(
          { host, count },
          'passkeys are for another host than that of PUBLIC_URL: their owners sign in another way and add new ones',
        )
    })
    if (config.trustProxy === undefined)
      log.warn(
        'TRUST_PROXY is not set: signups from loopback and private addresses are not limited by location',
      )
    app.addHook('onClose', async () => {
      closing.abort()
      await mailing.settled()
    })
  }

  return {
    plugin,
    answerCommands: nats => {
      connected = nats
      return answerCommands(nats, { ...aggregates, store, uploads, positions, providedPages }, log)
    },
    aggregates,
    users,
    openStreams,
  }
}

/** The schemas of the service, each with the folder of its migrations. */
export const MIGRATIONS = ['identity', 'command', 'uploads', 'reading', 'exports', 'sharing', 'shares'].map(
  schema => ({ schema, dir: new URL(`../migrations/${schema}`, import.meta.url).pathname }),
)

/** Brings the schemas that command-api owns up to date. */
export const migrateCommandApi = async (pool: Pool): Promise<void> => {
  for (const migrations of MIGRATIONS) await migrate(pool, migrations)
}
