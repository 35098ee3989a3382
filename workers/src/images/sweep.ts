import { workKinds } from '@lectern/contracts/work.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'

const rowsOfSlice = 2_000

/** Where the next slice of each table begins. */
export type Cursors = Record<keyof typeof slices, string>
export const firstCursors: Cursors = { articles: '', texts: '', cards: '', images: '' }

/**
 * Looks at the next slice of each table: wishes for the cards of articles that have none, which are those of earlier versions;
 * removes what became of images of articles that no library has any more, and images that no article has.
 */
export async function sweepImages(pool: Pool, schema: string, cursors: Cursors): Promise<Cursors> {
  const next = { ...cursors }
  for (const name of Object.keys(slices) as (keyof typeof slices)[]) {
    const { rows } = await pool.query<{ last: string | null }>(slices[name](schema), [cursors[name]])
    next[name] = rows[0]?.last ?? ''
  }
  return next
}

const ofArticle = (table: string) => (schema: string) =>
  `
  WITH slice AS (
    SELECT DISTINCT article_id FROM (
      SELECT article_id FROM content.${table} WHERE article_id > decode($1, 'hex')
       ORDER BY article_id LIMIT ${rowsOfSlice}) AS rows
  ), gone AS (
    DELETE FROM content.${table} AS t USING slice
     WHERE t.article_id = slice.article_id AND t.tried_at < now() - interval '1 hour'
       AND NOT EXISTS (SELECT FROM ${schema}.held_links l WHERE l.article_id = t.article_id))
  SELECT encode(article_id, 'hex') AS last FROM slice ORDER BY article_id DESC LIMIT 1`

const slices = {
  articles: (schema: string) => `
    WITH slice AS (
      SELECT article_id, lead, favicon FROM (
        SELECT article_id, image AS lead, favicon FROM ${schema}.articles WHERE article_id > decode($1, 'hex')
         ORDER BY article_id LIMIT ${rowsOfSlice}) AS rows
    ), wished AS (
      INSERT INTO projections.work (kind, key, library_id, job)
      SELECT '${workKinds.importedPictures}', encode(article_id, 'hex'), library_id,
             json_build_object('whole', false, 'contentHash', NULL, 'lead', lead, 'favicon', favicon)
        FROM slice, LATERAL (SELECT library_id FROM ${schema}.links l WHERE l.article_id = slice.article_id LIMIT 1) AS holder
       WHERE coalesce(lead, favicon) IS NOT NULL
         AND NOT EXISTS (SELECT FROM content.card_images c WHERE c.article_id = slice.article_id)
      ON CONFLICT DO NOTHING)
    SELECT encode(article_id, 'hex') AS last FROM slice ORDER BY article_id DESC LIMIT 1`,
  texts: ofArticle('article_images'),
  cards: ofArticle('card_images'),
  images: () => `
    WITH slice AS (SELECT hash FROM content.images WHERE hash > $1 ORDER BY hash LIMIT ${rowsOfSlice}), gone AS (
      DELETE FROM content.images AS i USING slice
       WHERE i.hash = slice.hash AND i.used_at < now() - interval '1 hour'
         AND NOT EXISTS (SELECT FROM content.article_images a WHERE a.image = i.hash)
         AND NOT EXISTS (SELECT FROM content.card_images c WHERE c.image = i.hash))
    SELECT hash AS last FROM slice ORDER BY hash DESC LIMIT 1`,
}
