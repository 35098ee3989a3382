import { json, raw, sql, type Tx } from '../transaction.ts'
import type { SearchBatch } from './batch.ts'
import { LINK_COLUMNS, OWN_WITH_TITLE } from './texts.ts'

/** Tables with one row per link. */
export const LINK_TABLES = ['search', 'search_link_tags', 'search_articles', 'search_backlog'] as const

/** The rows of each `link`, with the title and the words of its article. */
export const WRITE_LINKS = sql`
  tagged AS (
    INSERT INTO search_link_tags (library_id, id, created_at, tags) SELECT library_id, id, created_at, tags FROM link),
  named AS (
    INSERT INTO search_tag_names (library_id, tag)
    SELECT DISTINCT library_id, tag FROM link, unnest(tags) AS tag ON CONFLICT DO NOTHING),
  worded AS (
    INSERT INTO search_articles (library_id, id, created_at, words)
    SELECT library_id, id, created_at, words FROM link JOIN article_words USING (article_id) WHERE words <> '')
  INSERT INTO search (library_id, id, created_at, article_id, site, own, title_from_page)
  SELECT library_id, id, created_at, article_id, site, ${OWN_WITH_TITLE}, title_from_page
  FROM link LEFT JOIN article_words AS known USING (article_id)`

/** @returns the libraries where searches find something else because of articles */
export const writeSearchBatch = async (tx: Tx, batch: SearchBatch): Promise<string[]> => {
  const { saved, imported, articles } = batch
  const libraries = articles.size > 0 ? await writeArticles(tx, json(articles.values())) : []
  if (saved.size > 0) await writeSaved(tx, json(saved.values()))
  if (imported.size > 0)
    await tx`
      INSERT INTO search_backlog (library_id, id, created_at, article_id, site, own, title_from_page, tags)
      SELECT * FROM json_to_recordset(${json(imported.values())}::json) AS link(${LINK_COLUMNS})`
  return libraries
}

/** The title of an article after a batch. */
const TITLE = raw('CASE WHEN given.forget THEN given.title ELSE coalesce(given.title, known.title) END')

/** What is known of each article, and its title and its words beside the links that have it. */
const writeArticles = async (tx: Tx, articles: string): Promise<string[]> => {
  await tx`
    MERGE INTO article_words AS known USING (
        SELECT given.article_id, given.title, given.forget, coalesce(document.searched, '') AS words
        FROM json_to_recordset(${articles}::json) AS given(article_id bytea, hash text, title text, forget boolean)
          LEFT JOIN content.documents AS document USING (hash)) AS given
      ON known.article_id = given.article_id
    WHEN MATCHED AND (known.words <> given.words OR known.title IS DISTINCT FROM ${TITLE}) THEN
      UPDATE SET words = given.words, title = ${TITLE}
    WHEN NOT MATCHED THEN INSERT (article_id, title, words) VALUES (given.article_id, given.title, given.words)`
  const told = await tx<{ libraryId: string }>`
    WITH known AS MATERIALIZED (
      SELECT known.* FROM json_to_recordset(${articles}::json) AS given(article_id bytea)
        JOIN article_words AS known USING (article_id)),
    titled AS (
      UPDATE search AS link SET own = ${OWN_WITH_TITLE} FROM known
      WHERE link.article_id = known.article_id AND link.own <> ${OWN_WITH_TITLE}
      RETURNING link.library_id),
    worded AS (
      MERGE INTO search_articles AS words USING (
          SELECT link.library_id, link.id, link.created_at, known.words FROM known JOIN search AS link USING (article_id)) AS link
        ON words.library_id = link.library_id AND words.id = link.id
      WHEN MATCHED AND link.words = '' THEN DELETE
      WHEN MATCHED AND words.words <> link.words THEN UPDATE SET words = link.words
      WHEN NOT MATCHED AND link.words <> '' THEN
        INSERT VALUES (link.library_id, link.id, link.created_at, link.words)
      RETURNING link.library_id)
    SELECT library_id AS "libraryId" FROM titled UNION SELECT library_id FROM worded`
  await tx`
    DELETE FROM article_words AS known USING json_to_recordset(${articles}::json) AS given(article_id bytea)
    WHERE known.article_id = given.article_id AND known.title IS NULL AND known.words = ''`
  return told.map(({ libraryId }) => libraryId)
}

const writeSaved = (tx: Tx, links: string) => tx`
  WITH link AS MATERIALIZED (SELECT * FROM json_to_recordset(${links}::json) AS link(${LINK_COLUMNS})),
  ${WRITE_LINKS}`
