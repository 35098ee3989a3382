import { ARTICLES_LANE } from '@lectern/contracts/read-model/lanes.ts'
import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import type { ArticlesTable } from '@lectern/contracts/read-model/tables.ts'
import { dropLibrary } from '../closed.ts'
import { NAMED_LINKS_MAX, namedLinks } from '../named-links.ts'
import type { Projection } from '../projection.ts'
import { tellOfArticles } from '../sharing/touched.ts'
import { json, raw, type Tx } from '../transaction.ts'
import { ArticlesBatch } from './batch.ts'
import { OrderBatch, writeOrder } from './order.ts'

/** Links that are told of one batch of articles. Where more people saved a page, the client asks again by itself. */
const TOLD_MAX = 10_000

/** The facts and the status of each page, by its last event, the versions of its text, and what links are sorted by. */
export const articles: Projection = {
  lane: ARTICLES_LANE,
  isOf: stream => /^(article|library)-/.test(stream),
  project: async (tx, events) => {
    const [batch, order] = [new ArticlesBatch(), new OrderBatch()]
    for (const read of events) {
      if (read.kind === 'article') batch.add(read.id, read.event)
      if (read.kind === 'library') order.add(read.id, read.event)
    }
    if (batch.ids.size > 0) await writeArticles(tx, batch)
    await writeOrder(tx, order, batch.ids)
    if (batch.ids.size === 0) return []
    return [...(await linksOf(tx, batch.ids)), ...(await tellOfArticles(tx, batch.ids))]
  },
  drop: (tx, libraryId) => dropLibrary(tx, libraryId, ARTICLES_LANE, ['link_order']),
}

const writeArticles = async (tx: Tx, batch: ArticlesBatch): Promise<void> => {
  const { rows, rereads, versions, forgotten, dropped } = batch
  if (forgotten.size > 0) {
    const ids = json([...forgotten].map(article_id => ({ article_id })))
    for (const table of ['articles', 'article_versions'])
      await tx`DELETE FROM ${raw(table)} AS row USING json_to_recordset(${ids}::json) AS gone(article_id bytea)
        WHERE row.article_id = gone.article_id`
  }
  if (rows.size > 0)
    await tx`
      INSERT INTO articles AS article SELECT * FROM json_populate_recordset(NULL::articles, ${json(rows.values())}::json)
      ON CONFLICT (article_id) DO UPDATE SET ${SET_COLUMNS} WHERE article IS DISTINCT FROM excluded`
  if (rereads.size > 0)
    await tx`
      UPDATE articles AS article SET reread_at = change.reread_at, reread_failure = change.reread_failure
      FROM json_populate_recordset(NULL::articles, ${json(rereads.values())}::json) AS change
      WHERE article.article_id = change.article_id`
  if (versions.size > 0)
    await tx`
      INSERT INTO article_versions SELECT * FROM json_populate_recordset(NULL::article_versions, ${json(versions.values())}::json)
      ON CONFLICT (article_id, content_hash) DO UPDATE SET read_at = excluded.read_at`
  if (dropped.size > 0)
    await tx`
      DELETE FROM article_versions AS version
      USING json_to_recordset(${json(dropped.values())}::json) AS r(article_id bytea, content_hash text)
      WHERE version.article_id = r.article_id AND version.content_hash = r.content_hash`
}

/** Open tabs are told of every event of an article of theirs. */
const linksOf = async (tx: Tx, articleIds: ReadonlySet<string>): Promise<LibraryChange[]> => {
  const found = await tx<{ libraryId: string; linkIds: number[] }>`
    SELECT library_id AS "libraryId", (array_agg(id))[1:${NAMED_LINKS_MAX + 1}::integer] AS "linkIds" FROM (
      SELECT library_id, id FROM link_order
      WHERE article_id IN (SELECT decode(hex, 'hex') FROM json_array_elements_text(${JSON.stringify([...articleIds])}::json) AS hex)
      LIMIT ${TOLD_MAX}) AS found
    GROUP BY library_id`
  return found.map(({ libraryId, linkIds }) => ({
    libraryId,
    change: { what: ['extraction'], ...namedLinks(linkIds) },
  }))
}

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
const SET_COLUMNS = raw(COLUMNS.map(column => `${column} = excluded.${column}`).join(', '))
