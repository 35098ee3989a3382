import { ARTICLES_LANE } from '@lectern/contracts/read-model/lanes.ts'
import type { ArticlesTable } from '@lectern/contracts/read-model/tables.ts'
import type { ReadModel } from '../read-model.ts'
import { ArticlesBatch } from './batch.ts'
import { OrderBatch, orderClauses } from './order.ts'

/** The facts and the status of each page, by its last event, the versions of its text, and what links are sorted by. */
export const articles: ReadModel = {
  lanes: [ARTICLES_LANE],
  laneOf: stream => (/^(article|library)-/.test(stream) ? ARTICLES_LANE : undefined),
  isAlone: () => false,
  write: (schema, events) => {
    const [batch, order] = [new ArticlesBatch(), new OrderBatch()]
    for (const read of events) {
      if (read.kind === 'article') batch.add(read.id, read.event)
      if (read.kind === 'library') order.add(read.id, read.event)
    }
    return {
      name: 'articles',
      clauses: [...clausesIn(schema), ...orderClauses(schema, '$4', '$5')],
      values: [...batch.values(), ...order.values()],
      changes: [],
      // Links of many people may have an article, and one event may delete many links.
      isLarge: true,
    }
  },
}

const clausesIn = (schema: string): string[] => [
  `facts AS (
    SELECT r.article_id, r.sort_title, r.words
    FROM fence, json_populate_recordset(NULL::${schema}.articles, $1::json) AS r)`,
  `written AS (
    INSERT INTO ${schema}.articles AS article
    SELECT r.* FROM fence, json_populate_recordset(NULL::${schema}.articles, $1::json) AS r
    ON CONFLICT (article_id) DO UPDATE SET ${COLUMNS.map(column => `${column} = excluded.${column}`).join(', ')}
    WHERE article IS DISTINCT FROM excluded)`,
  `reread AS (
    UPDATE ${schema}.articles AS article SET
      reread_at = change.reread_at, reread_failure = change.reread_failure
    FROM fence, json_populate_recordset(NULL::${schema}.articles, $2::json) AS change
    WHERE article.article_id = change.article_id)`,
  `versions AS (
    INSERT INTO ${schema}.article_versions AS version
    SELECT r.* FROM fence, json_populate_recordset(NULL::${schema}.article_versions, $3::json) AS r
    ON CONFLICT (article_id, content_hash) DO UPDATE SET read_at = excluded.read_at)`,
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
  'reread_at',
  'reread_failure',
  'sort_title',
] satisfies (keyof ArticlesTable)[]
