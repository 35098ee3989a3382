import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { AccountEvent } from '@lectern/contracts/events/account.ts'
import { type ArticleEvent, articleStream } from '@lectern/contracts/events/article.ts'
import {
  type CollectionChanges,
  type LibraryEvent,
  type LinkChanges,
  libraryStream,
} from '@lectern/contracts/events/library.ts'
import type { IdRanges } from '@lectern/contracts/id-ranges.ts'
import { articleIdOf } from '@lectern/platform/article-id.ts'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { ensureStoreId } from '@lectern/platform/event-store/store-id.ts'
import { createLog } from '@lectern/platform/log.ts'
import { createMetrics } from '@lectern/platform/metrics.ts'
import { connectPostgres, inTransaction, migrate, type Pool } from '@lectern/platform/postgres.ts'
import { LANES } from '@lectern/platform/read-model/lanes.ts'
import type { TestParts } from '@lectern/stack/test-parts.ts'
import { createBacklog } from './engine/backlog.ts'
import { type EngineParts, runEngine } from './engine/engine.ts'
import { createProjectionMetrics } from './engine/metrics.ts'
import { createReadSchema, migrateControl, switchTo } from './schemas.ts'

type AnyEvent = LibraryEvent | ArticleEvent | AccountEvent

/** An event store and read models of a test file, with an engine that stops where the test says. */
export type TestProjections = Awaited<ReturnType<typeof startProjections>>

export const startProjections = async (parts: TestParts) => {
  const log = createLog('projectors', 'silent')
  const metrics = createProjectionMetrics(createMetrics('projectors'))
  const pool = connectPostgres({ url: parts.databaseUrl, name: 'projectors', max: 10 })
  const store = connectEventStore({ url: parts.eventStoreUrl, connectionName: parts.eventStoreSecret })
  await migrateControl(pool)
  // Owned by workers: what articles say is read from there.
  await migrate(pool, { schema: 'content', dir: join(import.meta.dirname, '../../workers/migrations') })
  const storeId = await ensureStoreId(store)
  const schema = await createReadSchema(pool, storeId)
  await inTransaction(pool, client => switchTo(client, schema))
  let last: Position | undefined
  const never = new AbortController().signal

  return {
    pool,
    store,
    storeId,
    schema,
    log,
    metrics,
    backlog: createBacklog(),
    /** Appends events to a stream as they are, also ones that contracts would refuse. */
    record: async (stream: string, events: readonly (AnyEvent | { type: string; data: unknown })[]) => {
      const appended = await store.append(
        stream,
        'any',
        events.map(event => ({ id: randomUUID(), metadata: {}, ...event })),
      )
      last = appended.position
      return appended.position
    },
    /** Projects everything recorded so far, and ends. */
    project: (changes: Partial<EngineParts> = {}) =>
      runEngine({
        store,
        pool,
        schema,
        log,
        metrics,
        signal: never,
        announce: false,
        until: new Map(LANES.map(lane => [lane, last])),
        ...changes,
      }),
    end: () => last,
    stop: async () => {
      await store.close()
      await pool.end()
    },
  }
}

export const AT = '2026-03-01T10:00:00.000Z'

/** A library and the events that a test says of it. */
export const aLibrary = (libraryId: string = randomUUID()) => ({
  id: libraryId,
  stream: libraryStream(libraryId),
  opened: (): LibraryEvent => ({ type: 'LibraryOpened', data: { libraryId, ownerId: libraryId, at: AT } }),
  saved: (
    linkId: number,
    url = `https://example.com/${libraryId}/${linkId}`,
    tags: string[] = [],
  ): LibraryEvent => ({
    type: 'LinkSaved',
    data: {
      linkId,
      url,
      urlKey: url,
      title: `Link ${linkId}`,
      note: null,
      tags,
      duplicateAccepted: false,
      at: AT,
    },
  }),
  favorited: (linkId: number): LibraryEvent => ({ type: 'LinkFavorited', data: { linkId, at: AT } }),
  unfavorited: (linkId: number): LibraryEvent => ({ type: 'LinkUnfavorited', data: { linkId, at: AT } }),
  archived: (linkId: number): LibraryEvent => ({ type: 'LinkArchived', data: { linkId, at: AT } }),
  unarchived: (linkId: number): LibraryEvent => ({ type: 'LinkUnarchived', data: { linkId, at: AT } }),
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
  collectionCreated: (collectionId: number, name = `Collection ${collectionId}`): LibraryEvent => ({
    type: 'CollectionCreated',
    data: { collectionId, name, description: 'What it is about', color: '#3B82F6', at: AT },
  }),
  collectionEdited: (collectionId: number, changes: CollectionChanges): LibraryEvent => ({
    type: 'CollectionEdited',
    data: { collectionId, changes, at: AT },
  }),
  collectionDeleted: (collectionId: number): LibraryEvent => ({
    type: 'CollectionDeleted',
    data: { collectionId, at: AT },
  }),
})

const page = {
  title: 'A page',
  author: 'An author',
  siteName: 'A site',
  publishedAt: '2026-01-02',
  excerpt: 'It says "so".',
  image: null,
  favicon: null,
  language: 'en',
}

/** The article at a url and the events that a test says of it. */
export const anArticle = (url: string) => {
  const articleId = articleIdOf(url)
  return {
    id: articleId,
    stream: articleStream(articleId),
    extracted: ({ contentHash = 'c'.repeat(64) } = {}): ArticleEvent => ({
      type: 'ArticleExtracted',
      data: { ...page, articleId, url, contentHash, words: 800, at: AT },
    }),
    failed: (): ArticleEvent => ({
      type: 'ArticleExtractionFailed',
      data: { articleId, url, reason: 'not-found', detail: '404', page: null, at: AT },
    }),
    retried: (): ArticleEvent => ({ type: 'ArticleRetryRequested', data: { articleId, url, at: AT } }),
  }
}

/** What a read schema says, in a form that tests compare. */
export const snapshot = async (pool: Pool, schema: string) => {
  const all = async (text: string) => (await pool.query(text)).rows
  return {
    links: await all(
      `SELECT library_id, id, is_favorite, is_archived, collection_id, created_at, encode(article_id, 'hex') AS article, card, tags
       FROM ${schema}.links ORDER BY library_id, id`,
    ),
    libraries: await all(`SELECT * FROM ${schema}.libraries ORDER BY library_id`),
    collections: await all(`SELECT * FROM ${schema}.collections ORDER BY library_id, id`),
    tags: await all(`SELECT * FROM ${schema}.tags ORDER BY library_id, tag`),
    search: await all(`SELECT * FROM ${schema}.search ORDER BY library_id, id`),
    searchTags: await all(`SELECT * FROM ${schema}.search_tags ORDER BY library_id, id, tag`),
    searchArticles: await all(`SELECT * FROM ${schema}.search_articles ORDER BY library_id, id`),
    articleWords: await all(`SELECT * FROM ${schema}.article_words ORDER BY article_id`),
    articles: await all(`SELECT * FROM ${schema}.articles ORDER BY article_id`),
  }
}
