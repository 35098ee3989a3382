import { LINK_TABLES } from './bulk.ts'
import { ownWith } from './texts.ts'

/** Puts imported links, as JSON in $4, into the backlog. */
export const backlogClauses = (schema: string): string[] => [
  `waiting AS (
    INSERT INTO ${schema}.search_backlog (library_id, id, created_at, article_id, site, own, title_from_page, tags)
    SELECT r.* FROM fence, json_to_recordset($4::json) AS r(
      library_id uuid, id integer, created_at timestamptz, article_id bytea, site text, own text,
      title_from_page boolean, tags text[]))`,
]

/** The title of an article after a batch. */
const TITLE = 'CASE WHEN articles.forget THEN articles.title ELSE coalesce(articles.title, known.title) END'

/** Writes a SearchBatch: $1 the saved links, $2 the deleted ones, $3 the articles. */
export const batchClauses = (schema: string): string[] => [
  `saved AS (
    SELECT r.* FROM fence, json_to_recordset($1::json) AS r(
      library_id uuid, id integer, created_at timestamptz, article_id bytea, site text, own text,
      title_from_page boolean, tags text[]))`,
  `tags_written AS (
    INSERT INTO ${schema}.search_link_tags (library_id, id, created_at, tags)
    SELECT library_id, id, created_at, tags FROM saved)`,
  `tag_names_written AS (
    INSERT INTO ${schema}.search_tag_names (library_id, tag)
    SELECT DISTINCT library_id, tag FROM saved, unnest(tags) AS tag ON CONFLICT DO NOTHING)`,
  `gone AS (
    SELECT r.* FROM fence, json_to_recordset($2::json) AS r(library_id uuid, id integer))`,
  ...LINK_TABLES.map(
    table => `${table}_gone AS (
    DELETE FROM ${schema}.${table} AS link USING gone
    WHERE link.library_id = gone.library_id AND link.id = gone.id)`,
  ),
  `articles AS (
    SELECT r.article_id, r.title, r.forget, coalesce(document.searched, '') AS words
    FROM fence, json_to_recordset($3::json) AS r(article_id bytea, hash text, title text, forget boolean)
      LEFT JOIN content.documents AS document USING (hash))`,
  `texts_written AS (
    INSERT INTO ${schema}.search (library_id, id, created_at, article_id, site, own, title_from_page)
    SELECT library_id, id, created_at, article_id, site, ${ownWith(TITLE, 'saved')},
      title_from_page
    FROM saved LEFT JOIN articles USING (article_id) LEFT JOIN ${schema}.article_words AS known USING (article_id))`,
  `titles_written AS (
    UPDATE ${schema}.search AS link SET own = ${ownWith('articles.title', 'link')}
    FROM articles WHERE link.article_id = articles.article_id AND link.title_from_page
      AND link.own <> ${ownWith('articles.title', 'link')}
      AND NOT EXISTS (SELECT FROM gone WHERE gone.library_id = link.library_id AND gone.id = link.id))`,
  `article_words_written AS (
    MERGE INTO ${schema}.article_words AS known USING articles ON known.article_id = articles.article_id
    WHEN MATCHED AND articles.words = '' AND ${TITLE} IS NULL THEN DELETE
    WHEN MATCHED AND (known.words <> articles.words OR known.title IS DISTINCT FROM ${TITLE})
      THEN UPDATE SET words = articles.words, title = ${TITLE}
    WHEN NOT MATCHED AND (articles.words <> '' OR articles.title IS NOT NULL) THEN
      INSERT (article_id, title, words) VALUES (articles.article_id, articles.title, articles.words))`,
  // Links saved before get the words of the articles in this batch. New links get those, or the words known before.
  `found AS (
    SELECT link.library_id, link.id, link.created_at, articles.words
    FROM articles JOIN ${schema}.search AS link USING (article_id)
    WHERE NOT EXISTS (SELECT FROM gone WHERE gone.library_id = link.library_id AND gone.id = link.id)
    UNION ALL
    SELECT saved.library_id, saved.id, saved.created_at, coalesce(articles.words, known.words, '')
    FROM saved LEFT JOIN articles USING (article_id) LEFT JOIN ${schema}.article_words AS known USING (article_id))`,
  `words_written AS (
    MERGE INTO ${schema}.search_articles AS known USING found
      ON known.library_id = found.library_id AND known.id = found.id
    WHEN MATCHED AND found.words = '' THEN DELETE
    WHEN MATCHED AND known.words <> found.words THEN UPDATE SET words = found.words
    WHEN NOT MATCHED AND found.words <> '' THEN
      INSERT VALUES (found.library_id, found.id, found.created_at, found.words))`,
]
