import type { Pool } from '@lectern/platform/postgres/postgres.ts'

/** A link as a place in the order of the table. */
export type Key = { readonly libraryId: string; readonly linkId: number }
export type LinkWithoutArticle = Key & { readonly isRetry: boolean }

const linksOfSlice = 20_000
const first: Key = { libraryId: '00000000-0000-0000-0000-000000000000', linkId: 0 }

/** The last link of the slice that begins after a link; undefined where the table ends. */
export async function sliceAfter(pool: Pool, schema: string, after: Key = first): Promise<Key | undefined> {
  const { rows } = await pool.query<Key>(
    `SELECT library_id AS "libraryId", id AS "linkId" FROM ${schema}.links WHERE (library_id, id) > ($1, $2)
      ORDER BY library_id, id OFFSET ${linksOfSlice - 1} LIMIT 1`,
    [after.libraryId, after.linkId],
  )
  return rows[0]
}

/**
 * Links of the slice that begins after a link whose articles have no result, in the order of the table. Links saved in the
 * last minute are left out. An imported link has the date of its first save.
 */
export async function linksWithoutArticle(
  pool: Pool,
  schema: string,
  after: Key = first,
): Promise<LinkWithoutArticle[]> {
  const { rows } = await pool.query<LinkWithoutArticle>(
    `SELECT l.library_id AS "libraryId", l.id AS "linkId", a.status IS NOT NULL AS "isRetry"
       FROM (SELECT library_id, id, article_id, url, created_at FROM ${schema}.links
              WHERE (library_id, id) > ($1, $2) ORDER BY library_id, id LIMIT ${linksOfSlice}) l
       LEFT JOIN ${schema}.articles a USING (article_id)
      WHERE coalesce(a.status, 'pending') = 'pending' AND l.created_at < now() - interval '1 minute'
        -- A page that was provided is not fetched: provided-pages.ts.
        AND l.article_id = sha256(convert_to(split_part(l.url, '#', 1), 'UTF8'))
      ORDER BY l.library_id, l.id`,
    [after.libraryId, after.linkId],
  )
  return rows
}

/** Fields of a job for a retry. An attempt that did not end goes on under its request, which counts attempts. */
export async function retryOf(pool: Pool, schema: string, { libraryId, linkId }: Key) {
  const { rows } = await pool.query<{ url: string; requestId: string | null }>(
    `SELECT l.url, t.request_id AS "requestId"
       FROM ${schema}.links l LEFT JOIN content.extraction_attempts t
         ON t.article_id = encode(l.article_id, 'hex') AND t.outcome IS NULL
      WHERE l.library_id = $1 AND l.id = $2 ORDER BY t.touched_at DESC NULLS LAST LIMIT 1`,
    [libraryId, linkId],
  )
  return rows[0]
}
