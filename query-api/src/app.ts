import { takeLibrary } from '@lectern/platform/http/shared-library.ts'
import { limitTokens } from '@lectern/platform/http/token-scope.ts'
import { kyselyOn } from '@lectern/platform/postgres/kysely.ts'
import type { FastifyPluginAsync } from 'fastify'
import { withImages } from './images/with-images.ts'
import { createView } from './past/view.ts'
import { followReadModel } from './read-model/follow.ts'
import { createReadGate } from './read-model/gate.ts'
import { accessRoute, requireApiOfTokens } from './routes/access.ts'
import { accountRoute } from './routes/account.ts'
import { cacheArticleRoute } from './routes/cache-article.ts'
import { changesRoute } from './routes/changes.ts'
import { collectionsRoute } from './routes/collections.ts'
import { countsRoute } from './routes/counts.ts'
import { deletedLinksRoute } from './routes/deleted-links.ts'
import { exportRoutes } from './routes/exports.ts'
import { historyRoutes } from './routes/history.ts'
import { imageRoute } from './routes/images.ts'
import { importRoutes } from './routes/imports.ts'
import { linkRoutes } from './routes/links.ts'
import { noteRoutes } from './routes/notes.ts'
import { paymentsRoute } from './routes/payments.ts'
import { previewRoute } from './routes/preview.ts'
import { sharedRoutes } from './routes/shared.ts'
import { sharesRoute } from './routes/shares.ts'
import { tagsRoute } from './routes/tags.ts'
import { userRoute } from './routes/user.ts'
import { servingDbs } from './serving/serving-db.ts'
import type { Tables } from './tables.ts'
import type { QueryApiParts, QueryTools } from './tools.ts'
import { wallabagRoutes } from './wallabag/routes.ts'

/** Settings of the pool. Tables hold the rows of all people, so that no query may read a whole one. */
export const QUERY_POOL_SETTINGS = '-c enable_seqscan=off'

/**
 * Every call that only reads, as a plugin for the gateway's app. The app must say who calls (platform/http/caller.ts) and
 * answer errors (platform/http/fastify-errors.ts).
 */
export const queryApi =
  (parts: QueryApiParts): FastifyPluginAsync =>
  async app => {
    const { pool, databaseUrl, log } = parts
    const stopping = new AbortController()
    const model = await followReadModel({ pool, databaseUrl, log, signal: stopping.signal })
    app.addHook('onClose', () => stopping.abort())
    const db = kyselyOn<Tables>(pool)
    const serving = servingDbs(databaseUrl, QUERY_POOL_SETTINGS)
    app.addHook('onClose', () => serving.end())
    const read = () => serving.of(model.schema())
    const tools: QueryTools = {
      ...parts,
      read,
      view: createView(pool, db, read),
      model,
      gate: createReadGate(model),
      withImages: withImages(parts.nats),
    }
    limitTokens(app)
    takeLibrary(app, pool)
    requireApiOfTokens(app, tools)
    userRoute(app, tools)
    accessRoute(app, tools)
    accountRoute(app, tools)
    paymentsRoute(app, parts.payments ?? { mode: 'off' })
    linkRoutes(app, tools)
    deletedLinksRoute(app, tools)
    noteRoutes(app, tools)
    collectionsRoute(app, tools)
    sharedRoutes(app, tools)
    countsRoute(app, tools)
    tagsRoute(app, tools)
    importRoutes(app, tools)
    exportRoutes(app, tools)
    sharesRoute(app, tools)
    historyRoutes(app, tools)
    imageRoute(app, tools)
    cacheArticleRoute(app, tools)
    previewRoute(app, tools)
    changesRoute(app, tools)
    await app.register(async scope => wallabagRoutes(scope, tools))
  }
