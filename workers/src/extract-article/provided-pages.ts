import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { isDeleted, type SavedLink } from './deleted-link.ts'

/** The HTML of a page that a person provided; undefined where it was read already, or too long ago. */
export async function readProvidedPage(pool: Pool, pageId: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ html: string }>('SELECT html FROM uploads.pages WHERE id = $1', [
    pageId,
  ])
  return rows[0]?.html
}

/**
 * Deletes the texts of provided pages whose links are gone and cannot be brought back, but for those that the page of an address has or had, too. Others
 * never saw them, and events name their hashes alone.
 */
export async function deletePagesOfGoneLinks(pool: Pool): Promise<void> {
  const schema = await currentReadSchema(pool)
  if (schema === undefined) return
  const { rows } = await pool.query<SavedLink & { articleId: string }>(
    `SELECT article_id AS "articleId", library_id AS "libraryId", link_id AS "linkId", position
       FROM content.provided_documents p WHERE stored_at < now() - interval '1 hour'
        AND NOT EXISTS (SELECT FROM ${schema}.held_links l WHERE l.library_id = p.library_id
          AND (l.id = p.link_id OR l.article_id = decode(p.article_id, 'hex')))
      ORDER BY stored_at LIMIT 500`,
  )
  const gone: string[] = []
  // A read model that is behind may not have the link yet.
  for (const { articleId, ...link } of rows) if (await isDeleted(pool, link)) gone.push(articleId)
  if (gone.length === 0) return
  await pool.query(
    `WITH gone AS (
       DELETE FROM content.provided_documents WHERE article_id = ANY ($1) RETURNING article_id, hash)
     DELETE FROM content.documents d USING gone WHERE d.hash = gone.hash
       AND NOT EXISTS (SELECT FROM ${schema}.article_versions v WHERE v.content_hash = d.hash
         AND encode(v.article_id, 'hex') NOT IN (SELECT article_id FROM gone))
       AND NOT EXISTS (SELECT FROM content.provided_documents p WHERE p.hash = d.hash
         AND p.article_id NOT IN (SELECT article_id FROM gone))`,
    [gone],
  )
}
