import { isMissing, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'

/** Milliseconds of one look. A library of 50,000 links takes 0.1 to 0.3 s. */
const LOOK_MS = 5_000

/** Libraries that changed lately are measured every ten minutes, others once a day. */
const DUE = `
  SELECT library_id AS "libraryId" FROM command.kept_bytes
   WHERE (measured_at < now() - interval '10 minutes' AND written_at > measured_at - interval '1 day')
      OR measured_at < now() - interval '1 day'
   ORDER BY measured_at LIMIT 100`

/**
 * The bytes on the disk of what a library keeps beside its events: the texts that its links have or had and its notes point to, those
 * that its links of former times brought and no link has, pictures, and files that wait. A text that others have too counts in full.
 */
const contentOf = (schema: string): string => `
  WITH articles AS (
    SELECT DISTINCT article_id FROM ${schema}.links WHERE library_id = $1),
  texts AS (
    SELECT content_hash AS hash FROM articles JOIN ${schema}.article_versions USING (article_id)
    UNION SELECT anchor ->> 'contentHash' FROM ${schema}.notes WHERE library_id = $1
    UNION SELECT hash FROM content.documents WHERE asked_by = $1 AND NOT EXISTS (
      SELECT FROM ${schema}.article_versions v JOIN ${schema}.links l USING (article_id) WHERE v.content_hash = hash)),
  pictures AS (
    SELECT image FROM articles JOIN content.article_images USING (article_id)
    UNION SELECT image FROM articles JOIN content.card_images USING (article_id))
  UPDATE command.kept_bytes SET measured_at = now(), content =
      (SELECT coalesce(sum(pg_column_size(html) + pg_column_size(text) + pg_column_size(searched)), 0)
         FROM texts JOIN content.documents USING (hash))
    + (SELECT coalesce(sum(bytes), 0) FROM pictures JOIN content.images i ON i.hash = pictures.image)
    + (SELECT coalesce(sum(size), 0) FROM uploads.files WHERE library_id = $1)
    + (SELECT coalesce(sum(pg_column_size(html)), 0) FROM uploads.pages WHERE library_id = $1)
   WHERE library_id = $1`

export const measureLibrary = async (pool: Pool, schema: string, libraryId: string): Promise<void> => {
  await pool.query(contentOf(schema), [libraryId])
}

/** Measures the libraries that are due, those that waited longest first, for a few seconds. */
export async function measureLibraries(pool: Pool, signal: AbortSignal): Promise<void> {
  const schema = await currentReadSchema(pool)
  if (schema === undefined) return
  const until = Date.now() + LOOK_MS
  for (const libraryId of await dueIn(pool)) {
    if (signal.aborted || Date.now() > until) return
    await measureLibrary(pool, schema, libraryId)
  }
}

/** command-api makes the table, and may not have started yet. */
const dueIn = async (pool: Pool): Promise<string[]> => {
  try {
    const { rows } = await pool.query<{ libraryId: string }>(DUE)
    return rows.map(({ libraryId }) => libraryId)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
