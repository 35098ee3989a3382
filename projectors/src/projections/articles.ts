import type { ArticleEvent, PageFacts } from '@lectern/contracts/events/article.ts'
import { type ExtractionFailure, extractionFailures } from '@lectern/contracts/extraction.ts'
import type { RecordedEvent } from '@lectern/platform/event-store/port.ts'
import type { z } from 'zod'
import type { Projection } from './projection.ts'

type Facts = z.infer<typeof PageFacts>
type Row = {
  article: string
  status: 'pending' | 'ready' | 'failed'
  reason: string | null
  hash: string | null
  words: number | null
  title: string | null
  author: string | null
  published: string | null
  language: string | null
  facts: string
  state: string
}

/** What a page says of itself and what came of reading it; the last event of an article wins. */
export const articles: Projection = {
  write: (schema, events) => {
    const rows = new Map<string, Row>()
    for (const event of events) {
      const row = rowOf(event)
      if (row) rows.set(row.article, row)
    }
    const values = [JSON.stringify([...rows.values()])]
    return { name: 'articles', clauses: clausesIn(schema), values, changes: [] }
  },
  isAlone: () => false,
}

const rowOf = (event: RecordedEvent): Row | undefined => {
  const article = `\\x${event.stream.slice('article-'.length)}`
  const { type, data } = event as unknown as ArticleEvent
  switch (type) {
    case 'ArticleExtracted':
      return {
        ...row(article, 'ready', null, data, data.words),
        hash: data.contentHash,
      }
    case 'ArticleExtractionFailed':
      return row(article, 'failed', data.reason, data.page, null)
    case 'ArticleRetryRequested':
      return row(article, 'pending', null, null, null)
  }
}

const row = (
  article: string,
  status: Row['status'],
  reason: string | null,
  page: Facts | null,
  words: number | null,
): Row => ({
  article,
  status,
  reason,
  hash: null,
  words,
  title: page?.title ?? null,
  author: page?.author ?? null,
  published: page?.publishedAt ?? null,
  language: page?.language ?? null,
  facts: factsCard(page, words),
  state: statusCard(status, reason),
})

const text = (value: string | null | undefined) => JSON.stringify(value ?? null)

const factsCard = (page: Facts | null, words: number | null): string =>
  `"siteName":${text(page?.siteName)},"favicon":${text(page?.favicon)},"previewImage":${text(page?.image)},` +
  `"excerpt":${text(page?.excerpt)},"wordCount":${words}`

const statusCard = (status: Row['status'], reason: string | null): string =>
  `"extraction":"${status}","extractionReason":${text(reason === null ? null : sentenceOf(reason))}`

const sentenceOf = (reason: string): string =>
  extractionFailures[reason as ExtractionFailure] ?? extractionFailures['gave-up']

const clausesIn = (schema: string): string[] => [
  `written AS (
    INSERT INTO ${schema}.articles AS a
      (article_id, status, reason, content_hash, words, title, author, published_at, language, facts_card, status_card)
    SELECT article, status, reason, hash, words, title, author, published, language, facts, state
    FROM fence, json_to_recordset($1::json) AS r(
      article bytea, status text, reason text, hash text, words integer, title text, author text,
      published text, language text, facts text, state text)
    ON CONFLICT (article_id) DO UPDATE SET
      status = excluded.status, reason = excluded.reason, content_hash = excluded.content_hash,
      words = excluded.words, title = excluded.title, author = excluded.author,
      published_at = excluded.published_at, language = excluded.language,
      facts_card = excluded.facts_card, status_card = excluded.status_card
    WHERE a IS DISTINCT FROM excluded)`,
]
