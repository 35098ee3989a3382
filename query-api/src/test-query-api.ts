import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ArticleEvent } from '@lectern/contracts/events/article.ts'
import { articleStream } from '@lectern/contracts/events/article.ts'
import { type LibraryEvent, type LinkChanges, libraryStream } from '@lectern/contracts/events/library.ts'
import type { IdRanges } from '@lectern/contracts/id-ranges.ts'
import { articleIdOf } from '@lectern/platform/article-id.ts'
import { acceptForwardedCaller, type Caller, forwardCaller } from '@lectern/platform/caller.ts'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { createHttpApp } from '@lectern/platform/http-app.ts'
import { createLog } from '@lectern/platform/log.ts'
import { connectPostgres, listen, migrate } from '@lectern/platform/postgres.ts'
import { PROGRESS_CHANNEL } from '@lectern/platform/read-model/progress.ts'
import type { TestParts } from '@lectern/stack/test-parts.ts'
import type { FastifyRequest } from 'fastify'
import { QUERY_POOL_SETTINGS, queryApi } from './app.ts'

const folder = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

export const AT = '2026-03-01T10:00:00.000Z'

/** A query-api as main.ts builds it, with real projectors in a process of their own behind it. */
export type TestQueryApi = Awaited<ReturnType<typeof startQueryApi>>

export const startQueryApi = async (parts: TestParts, { rateLimits = false } = {}) => {
  const log = createLog('query-api', 'silent')
  const pool = connectPostgres({
    url: parts.databaseUrl,
    name: 'query-api',
    max: 8,
    settings: QUERY_POOL_SETTINGS,
  })
  await migrate(pool, { schema: 'identity', dir: folder('command-api/migrations/identity') })
  await migrate(pool, { schema: 'content', dir: folder('workers/migrations') })
  const store = connectEventStore({ url: parts.eventStoreUrl, connectionName: parts.eventStoreSecret })
  const projectors = await startProjectors(parts)

  const app = createHttpApp({ log })
  acceptForwardedCaller(app, parts.internalSecret)
  const databaseUrl = parts.databaseUrl
  await app.register(queryApi({ pool, databaseUrl, nats: () => undefined, log, rateLimits }))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })

  const identity = (caller: Caller | undefined, readAfter?: Position) =>
    forwardCaller({ caller, readAfter, clientAddress: '127.0.0.1' } as FastifyRequest, parts.internalSecret)

  return {
    app,
    pool,
    projectors,
    /** Appends events as command-api would, and gives the position that a read must reach. */
    record: async (stream: string, events: readonly (LibraryEvent | ArticleEvent)[]): Promise<Position> => {
      const numbered = events.map(event => ({ id: randomUUID(), metadata: {}, ...event }))
      return (await store.append(stream, 'any', numbered)).position
    },
    /** Asks as the gateway would: `as` is who is signed in, `after` how far their last write was. */
    get: async (path: string, { as: caller, after }: { as?: Caller; after?: Position | undefined } = {}) => {
      const answer = await app.inject({ method: 'GET', url: path, headers: identity(caller, after) })
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
    },
    post: async (
      path: string,
      payload: object,
      { as: caller, after }: { as?: Caller; after?: Position } = {},
    ) => {
      const answer = await app.inject({
        method: 'POST',
        url: path,
        headers: identity(caller, after),
        payload,
      })
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
    },
    address,
    identity,
    stop: async () => {
      projectors.kill('SIGCONT')
      projectors.kill('SIGKILL')
      await app.close()
      await store.close()
      await pool.end()
    },
  }
}

/** Resolves when they serve. */
export const startProjectors = async (parts: TestParts): Promise<ChildProcess> => {
  const stop = new AbortController()
  const url = parts.databaseUrl
  const heard = listen({ url, name: 'test', channels: [PROGRESS_CHANNEL], signal: stop.signal })
  await heard.next()
  const child = spawn(process.execPath, [folder('projectors/src/main.ts')], {
    env: { ...process.env, ...parts.env('projectors'), EXIT_WITH_STDIN: 'true' },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  await Promise.race([
    heard.next(),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`projectors ended with ${code}`))),
  ])
  stop.abort()
  return child
}

export const aCaller = (): Caller => ({
  userId: randomUUID(),
  libraryId: randomUUID(),
  sessionId: randomUUID(),
})

/** A library's events, as short as tests can say them. */
export const eventsOf = ({ libraryId, userId }: Caller) => ({
  stream: libraryStream(libraryId),
  opened: (): LibraryEvent => ({ type: 'LibraryOpened', data: { libraryId, ownerId: userId, at: AT } }),
  saved: (
    linkId: number,
    {
      at = AT,
      url = `https://example.com/${libraryId}/${linkId}`,
      tags = ['t'],
      title = `Link ${linkId}`,
      note = null as string | null,
    } = {},
  ): LibraryEvent => ({
    type: 'LinkSaved',
    data: {
      linkId,
      url,
      urlKey: url,
      title,
      note,
      tags,
      duplicateAccepted: false,
      at,
    },
  }),
  favorited: (linkId: number): LibraryEvent => ({ type: 'LinkFavorited', data: { linkId, at: AT } }),
  archived: (linkId: number): LibraryEvent => ({ type: 'LinkArchived', data: { linkId, at: AT } }),
  deleted: (linkId: number): LibraryEvent => ({ type: 'LinkDeleted', data: { linkId, at: AT } }),
  collected: (linkId: number, collectionId: number | null): LibraryEvent => ({
    type: 'LinkCollected',
    data: { linkId, collectionId, at: AT },
  }),
  edited: (links: IdRanges, changes: LinkChanges): LibraryEvent => ({
    type: 'LinksEdited',
    data: { links, changes, at: AT },
  }),
  bulkDeleted: (links: IdRanges): LibraryEvent => ({ type: 'LinksDeleted', data: { links, at: AT } }),
  collectionCreated: (collectionId: number): LibraryEvent => ({
    type: 'CollectionCreated',
    data: { collectionId, name: `Collection ${collectionId}`, description: null, color: '#3B82F6', at: AT },
  }),
  collectionDeleted: (collectionId: number): LibraryEvent => ({
    type: 'CollectionDeleted',
    data: { collectionId, at: AT },
  }),
  granted: (plan: 'pro'): LibraryEvent => ({
    type: 'AllowanceChanged',
    data: { plan, limit: 10_000, cause: 'test', at: AT },
  }),
})

const page = {
  title: 'Read',
  author: 'Ann',
  siteName: 'Site',
  publishedAt: '2026-01-02',
  excerpt: null,
  image: null,
  favicon: null,
  language: 'en',
}

export const articleEvents = (url: string) => {
  const articleId = articleIdOf(url)
  return {
    stream: articleStream(articleId),
    extracted: (contentHash: string): ArticleEvent => ({
      type: 'ArticleExtracted',
      data: { ...page, articleId, url, contentHash, words: 2, at: AT },
    }),
    failed: (): ArticleEvent => ({
      type: 'ArticleExtractionFailed',
      data: { articleId, url, reason: 'not-found', detail: '', page: null, at: AT },
    }),
  }
}
