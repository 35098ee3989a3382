import { randomUUID } from 'node:crypto'
import type { AccountEvent } from '@lectern/contracts/events/account.ts'
import type { ArticleEvent } from '@lectern/contracts/events/article.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { LANES } from '@lectern/contracts/read-model/lanes.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { inTransaction, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { createMetrics } from '@lectern/platform/process/metrics.ts'
import type { TestParts } from '@lectern/stack/test-support/parts.ts'
import { connectParts } from '../connect.ts'
import { runEngine } from '../engine/engine.ts'
import type { EngineParts } from '../engine/follower.ts'
import { createReadSchema, switchTo } from '../schemas.ts'

type AnyEvent = LibraryEvent | ArticleEvent | AccountEvent

/** An event store and read models, with an engine that stops where the test says. */
export const startProjections = async (parts: TestParts) => {
  const stops: (() => unknown)[] = []
  const connected = await connectParts({
    config: parts,
    log: createLog('projectors', 'silent'),
    metrics: createMetrics('projectors'),
    signal: new AbortController().signal,
    onStop: stop => stops.push(stop),
  })
  const { pool, store, storeId } = connected
  const schema = await createReadSchema(pool, storeId, undefined)
  await inTransaction(pool, client => switchTo(client, schema))
  let last: Position | undefined

  return {
    ...connected,
    schema,
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
        ...connected,
        schema,
        announce: false,
        until: new Map(LANES.map(lane => [lane, last])),
        ...changes,
      }),
    end: () => last,
    stop: async () => {
      for (const stop of stops) await stop()
    },
  }
}

/** The rows of a read schema, in a form that tests compare. */
export const snapshot = async (pool: Pool, schema: string) => {
  const all = async (text: string) => (await pool.query(text)).rows
  return {
    links: await all(`SELECT * FROM ${schema}.links ORDER BY library_id, id`),
    libraries: await all(`SELECT * FROM ${schema}.libraries ORDER BY library_id`),
    collections: await all(`SELECT * FROM ${schema}.collections ORDER BY library_id, id`),
    members: await all(`SELECT * FROM ${schema}.members ORDER BY library_id, collection_id, member_id`),
    sharedFlags: await all(`SELECT * FROM ${schema}.shared_flags ORDER BY member_id, link_id`),
    notes: await all(`SELECT * FROM ${schema}.notes ORDER BY library_id, id`),
    deletedNotes: await all(`SELECT * FROM ${schema}.deleted_notes ORDER BY library_id, id`),
    acts: await all(`SELECT * FROM ${schema}.acts ORDER BY library_id, stream, revision`),
    actTopics: await all(
      `SELECT * FROM ${schema}.act_topics ORDER BY library_id, topic, at, stream, revision`,
    ),
    actMonths: await all(`SELECT * FROM ${schema}.act_months ORDER BY library_id, month, kind, via`),
    historyNames: await all(`SELECT * FROM ${schema}.history_names ORDER BY library_id, kind, id`),
    earlierNames: await all(`SELECT * FROM ${schema}.earlier_names ORDER BY library_id, kind, id, until`),
    historyPages: await all(`SELECT * FROM ${schema}.history_pages ORDER BY article_id`),
    tags: await all(`SELECT * FROM ${schema}.tags ORDER BY library_id, tag`),
    search: await all(`SELECT * FROM ${schema}.search ORDER BY library_id, id`),
    searchTags: await all(`SELECT * FROM ${schema}.search_link_tags ORDER BY library_id, id`),
    searchArticles: await all(`SELECT * FROM ${schema}.search_articles ORDER BY library_id, id`),
    articleWords: await all(`SELECT * FROM ${schema}.article_words ORDER BY article_id`),
    linkOrder: await all(`SELECT * FROM ${schema}.link_order ORDER BY library_id, id`),
    articles: await all(`SELECT * FROM ${schema}.articles ORDER BY article_id`),
    versions: await all(`SELECT * FROM ${schema}.article_versions ORDER BY article_id, content_hash`),
  }
}
