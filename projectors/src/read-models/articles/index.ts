import type { PageFacts } from '@lectern/contracts/events/article.ts'
import { type StreamEvent, unhandled } from '@lectern/contracts/events/read.ts'
import { ARTICLES_LANE } from '@lectern/contracts/read-model/lanes.ts'
import type { ArticlesTable } from '@lectern/contracts/read-model/tables.ts'
import type { ReadModel } from '../read-model.ts'

/** A row in JSON. */
type Row = Omit<ArticlesTable, 'article_id'> & { article_id: string }

/** The facts and the status of each page. The last event of an article decides. */
export const articles: ReadModel = {
  lanes: [ARTICLES_LANE],
  laneOf: stream => (stream.startsWith('article-') ? ARTICLES_LANE : undefined),
  isAlone: () => false,
  write: (schema, events) => {
    const rows = new Map<string, Row>()
    for (const event of events) {
      const row = rowOf(event)
      if (row) rows.set(row.article_id, row)
    }
    const values = [JSON.stringify([...rows.values()])]
    return { name: 'articles', clauses: clausesIn(schema), values, changes: [] }
  },
}

const rowOf = (read: StreamEvent): Row | undefined => {
  if (read.kind !== 'article') return undefined
  const { type, data } = read.event
  switch (type) {
    case 'ArticleExtracted':
      return { ...rowWith(read.id, 'ready', data), content_hash: data.contentHash, words: data.words }
    case 'ArticleExtractionFailed':
      return { ...rowWith(read.id, 'failed', data.page), reason: data.reason }
    case 'ArticleRetryRequested':
      return rowWith(read.id, 'pending', null)
    default:
      return unhandled(type)
  }
}

const rowWith = (articleId: string, status: Row['status'], page: PageFacts | null): Row => ({
  article_id: `\\x${articleId}`,
  status,
  reason: null,
  content_hash: null,
  words: null,
  title: page?.title ?? null,
  author: page?.author ?? null,
  site_name: page?.siteName ?? null,
  favicon: page?.favicon ?? null,
  image: page?.image ?? null,
  excerpt: page?.excerpt ?? null,
  published_at: page?.publishedAt ?? null,
  language: page?.language ?? null,
})

const clausesIn = (schema: string): string[] => [
  `written AS (
    INSERT INTO ${schema}.articles AS article
    SELECT r.* FROM fence, json_populate_recordset(NULL::${schema}.articles, $1::json) AS r
    ON CONFLICT (article_id) DO UPDATE SET ${COLUMNS.map(column => `${column} = excluded.${column}`).join(', ')}
    WHERE article IS DISTINCT FROM excluded)`,
]

const COLUMNS = [
  'status',
  'reason',
  'content_hash',
  'words',
  'title',
  'author',
  'site_name',
  'favicon',
  'image',
  'excerpt',
  'published_at',
  'language',
] satisfies (keyof ArticlesTable)[]
