import { ARTICLES_LANE } from '@lectern/contracts/read-model/lanes.ts'
import type { ArticlesTable } from '@lectern/contracts/read-model/tables.ts'
import { closedBy, dropLibrary, isClosing } from '../closed.ts'
import type { ReadModel } from '../read-model.ts'
import { ArticlesBatch } from './batch.ts'
import { OrderBatch, orderClauses } from './order.ts'

/** The facts and the status of each page, by its last event, the versions of its text, and what links are sorted by. */
export const articles: ReadModel = {
  lanes: [ARTICLES_LANE],
  laneOf: stream => (/^(article|library)-/.test(stream) ? ARTICLES_LANE : undefined),
  isAlone: isClosing,
  write: (schema, events) => {
    const closed = events[0] && closedBy(events[0])
    if (closed !== undefined) return dropLibrary(schema, closed, ARTICLES_LANE, ['link_order'])
    const [batch, order] = [new ArticlesBatch(), new OrderBatch()]
    for (const read of events) {
      if (read.kind === 'article') batch.add(read.id, read.event)
      if (read.kind === 'library') order.add(read.id, read.event)
    }
    return {
      name: 'articles',
      clauses: [...clausesIn(schema), ...orderClauses(schema, '$6', '$7')],
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
    FROM fence, json_populate_recordset(NULL::${schema}.articles, $1::json) AS r
    UNION ALL
    SELECT article_id, NULL, NULL FROM fence, json_to_recordset($4::json) AS r(article_id bytea, is_gone boolean)
    WHERE is_gone)`,
  `forgotten AS (
    SELECT r.* FROM fence, json_to_recordset($4::json) AS r(article_id bytea, is_gone boolean))`,
  `gone AS (
    DELETE FROM ${schema}.articles AS article USING forgotten
    WHERE article.article_id = forgotten.article_id AND forgotten.is_gone)`,
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
  `versions_gone AS (
    DELETE FROM ${schema}.article_versions AS version USING forgotten
    WHERE version.article_id = forgotten.article_id AND NOT EXISTS (
      SELECT FROM json_populate_recordset(NULL::${schema}.article_versions, $3::json) AS r
      WHERE r.article_id = version.article_id AND r.content_hash = version.content_hash))`,
  `versions_dropped AS (
    DELETE FROM ${schema}.article_versions AS version
    USING fence, json_to_recordset($5::json) AS r(article_id bytea, content_hash text)
    WHERE version.article_id = r.article_id AND version.content_hash = r.content_hash)`,
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
