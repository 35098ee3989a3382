import { inTransaction, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { beginErasing } from '../erase/erase-content.ts'

/** Documents of one look, which reads the versions of all articles once. */
const SLICE = 10_000

/**
 * Looks at the next slice of documents and deletes those that nothing has named for a day: no version of an article, no note, no
 * outcome of the last days. A version that was dropped so goes, and one that a note points to stays. Nothing goes while a stream is
 * parked, whose rows may be missing.
 * @param after where the slice begins
 * @returns where the next one begins
 */
export async function dropUnneeded(pool: Pool, after: string): Promise<string> {
  const schema = await currentReadSchema(pool)
  if (schema === undefined) return after
  return inTransaction(pool, async client => {
    await beginErasing(client)
    const { rows: parked } = await client.query(`SELECT FROM ${schema}.parked_streams LIMIT 1`)
    if (parked.length > 0) return after
    const { rows } = await client.query<{ last: string | null; gone: string[] | null }>(dropIn(schema), [
      after,
    ])
    const { last, gone } = rows[0] ?? { last: null, gone: null }
    await client.query('DELETE FROM content.article_images WHERE content_hash = ANY ($1)', [gone ?? []])
    await client.query('DELETE FROM content.provided_documents WHERE hash = ANY ($1)', [gone ?? []])
    return last ?? ''
  })
}

const dropIn = (schema: string): string => `
  WITH slice AS MATERIALIZED (
    SELECT hash, unneeded_since FROM content.documents WHERE hash > $1 ORDER BY hash LIMIT ${SLICE}),
  unneeded AS MATERIALIZED (
    SELECT hash, unneeded_since FROM slice
     WHERE NOT EXISTS (SELECT FROM ${schema}.article_versions v WHERE v.content_hash = slice.hash)
       AND NOT EXISTS (SELECT FROM ${schema}.notes n WHERE n.anchor ->> 'contentHash' = slice.hash)
       AND NOT EXISTS (SELECT FROM content.extraction_attempts e WHERE e.outcome ->> 'contentHash' = slice.hash)),
  needed_again AS (
    UPDATE content.documents d SET unneeded_since = NULL FROM slice
     WHERE d.hash = slice.hash AND slice.unneeded_since IS NOT NULL AND d.hash NOT IN (SELECT hash FROM unneeded)),
  seen AS (
    UPDATE content.documents d SET unneeded_since = now() FROM unneeded
     WHERE d.hash = unneeded.hash AND unneeded.unneeded_since IS NULL),
  gone AS (
    DELETE FROM content.documents d USING unneeded
     WHERE d.hash = unneeded.hash AND unneeded.unneeded_since < now() - interval '1 day' RETURNING d.hash)
  SELECT (SELECT max(hash) FROM slice) AS last, (SELECT array_agg(hash) FROM gone) AS gone`
