import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { AccountEvent } from '@lectern/contracts/events/account.ts'
import type { ArticleEvent } from '@lectern/contracts/events/article.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { LANES } from '@lectern/contracts/read-model/lanes.ts'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { ensureStoreId } from '@lectern/platform/event-store/store-id.ts'
import { migrate } from '@lectern/platform/postgres/migrate.ts'
import { connectPostgres, inTransaction, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { createMetrics } from '@lectern/platform/process/metrics.ts'
import type { TestParts } from '@lectern/stack/test-support/parts.ts'
import { type EngineParts, runEngine } from '../engine/engine.ts'
import { createProjectionMetrics } from '../engine/metrics.ts'
import { createReadSchema, migrateControl, switchTo } from '../schemas.ts'

type AnyEvent = LibraryEvent | ArticleEvent | AccountEvent

/** An event store and read models, with an engine that stops where the test says. */
export const startProjections = async (parts: TestParts) => {
  const log = createLog('projectors', 'silent')
  const metrics = createProjectionMetrics(createMetrics('projectors'))
  const pool = connectPostgres({ url: parts.databaseUrl, name: 'projectors', max: 10 })
  const store = connectEventStore({ url: parts.eventStoreUrl, connectionName: parts.eventStoreSecret })
  await migrateControl(pool)
  // Owned by workers: what articles say is read from there.
  await migrate(pool, { schema: 'content', dir: join(import.meta.dirname, '../../../workers/migrations') })
  const storeId = await ensureStoreId(store)
  const schema = await createReadSchema(pool, storeId, undefined)
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
    searchTags: await all(`SELECT * FROM ${schema}.search_link_tags ORDER BY library_id, id`),
    searchArticles: await all(`SELECT * FROM ${schema}.search_articles ORDER BY library_id, id`),
    articleWords: await all(`SELECT * FROM ${schema}.article_words ORDER BY article_id`),
    articles: await all(`SELECT * FROM ${schema}.articles ORDER BY article_id`),
  }
}
