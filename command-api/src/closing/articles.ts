import { articleStream } from '@lectern/contracts/events/article.ts'
import { readArticleEvent } from '@lectern/contracts/events/read.ts'
import { type EraseContent, Erased, eraseSubjects } from '@lectern/contracts/jobs.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Nats } from '@lectern/platform/nats/connect.ts'
import { ask } from '@lectern/platform/nats/request.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { limitConcurrency } from '@lectern/platform/process/limit-concurrency.ts'
import { v7 as uuidv7 } from 'uuid'
import { issuedBySystem } from '../aggregate/issued.ts'
import type { Aggregates } from '../aggregates.ts'

export type ForgetParts = Pick<Aggregates, 'articles'> & {
  readonly store: EventStore
  readonly pool: Pool
  readonly nats: Nats
  readonly signal: AbortSignal
}

const ARTICLES_AT_ONCE = 200
const STREAMS_AT_ONCE = 8
const ERASE_MS = 30_000
/** Events of an article that may have come since it was forgotten. */
const LOOKED_BACK = 20

/**
 * Forgets the articles that nobody has a link with, or could bring one back, and none of whose texts a note points to, in the read model that serves now, a
 * few at a time: a link that somebody
 * saves at this very moment has its page read anew. Each step may be repeated. The events before ArticleForgotten, which name
 * the texts, go last.
 * @returns how many were forgotten
 */
export const forgetArticles = async (
  parts: ForgetParts,
  {
    schema,
    libraryId,
    articles,
  }: { schema: string; libraryId?: string; articles: ReadonlyMap<string, string> },
): Promise<number> => {
  const places = limitConcurrency(STREAMS_AT_ONCE)
  const each = <T, R>(items: readonly T[], work: (item: T) => Promise<R>) =>
    Promise.all(items.map(item => places.use(() => work(item))))
  const ids = [...articles.keys()]
  let count = 0
  for (let from = 0; from < ids.length && !parts.signal.aborted; from += ARTICLES_AT_ONCE) {
    const unshared = await unneeded(parts.pool, schema, ids.slice(from, from + ARTICLES_AT_ONCE))
    const forgotten = await each(unshared, async articleId => ({
      articleId,
      url: articles.get(articleId) ?? '',
      hashes: await forget(parts, articleId),
    }))
    await eraseContent(parts.nats, {
      ...(libraryId && { libraryId }),
      articles: forgotten,
      uploadIds: [],
      importIds: [],
    })
    await each(unshared, articleId => truncate(parts.store, articleId))
    count += unshared.length
  }
  return count
}

/** Has workers erase what they keep. */
export const eraseContent = async (nats: Nats, wanted: EraseContent): Promise<void> => {
  await ask(nats, eraseSubjects.content, wanted, Erased, { timeoutMs: ERASE_MS })
}

const unneeded = async (pool: Pool, schema: string, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT wanted AS id FROM unnest($1::text[]) AS wanted
     WHERE NOT EXISTS (SELECT FROM ${schema}.held_links WHERE article_id = decode(wanted, 'hex'))
       AND NOT EXISTS (
         SELECT FROM ${schema}.article_versions v JOIN ${schema}.notes n ON n.anchor ->> 'contentHash' = v.content_hash
         WHERE v.article_id = decode(wanted, 'hex'))`,
    [ids],
  )
  return rows.map(({ id }) => id)
}

/** @returns all versions of the text that it had */
const forget = async ({ articles, store }: ForgetParts, articleId: string): Promise<string[]> => {
  const command = { type: 'ForgetArticle', articleId, now: new Date().toISOString() } as const
  await articles.handle(articleId, command, { ...issuedBySystem(uuidv7()), generated: true })
  const versions = new Set<string>()
  for await (const recorded of store.readStream(articleStream(articleId))) {
    const { type, data } = readArticleEvent(recorded)
    if (type === 'ArticleExtracted') versions.add(data.contentHash)
  }
  return [...versions]
}

/** Takes what is before the last ArticleForgotten out of the stream. */
const truncate = async (store: EventStore, articleId: string): Promise<void> => {
  const stream = articleStream(articleId)
  const latest = { direction: 'backwards', maxCount: LOOKED_BACK } as const
  for await (const { type, revision } of store.readStream(stream, latest)) {
    if (type !== 'ArticleForgotten') continue
    if (revision > 0n) await store.truncate(stream, revision)
    return
  }
}
