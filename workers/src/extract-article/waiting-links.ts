import { articleIdOf, fetchedUrl } from '@lectern/contracts/article-id.ts'
import type { BulkExtractJob, ExtractJob } from '@lectern/contracts/jobs.ts'
import { laneOf } from '@lectern/contracts/read-model/lanes.ts'
import { RetryLater } from '@lectern/platform/nats/consume-jobs.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { hasReached, type SavedLink } from './deleted-link.ts'

const readModelRetryMs = 2_000

/**
 * The links of a bulk job whose articles are neither read nor failed, each article once. They are in the order of their
 * articles' hashes, which mixes the hosts. An attempt that did not end goes on under its request, which counts attempts.
 * @throws RetryLater until the read model has passed the import
 */
export async function waitingLinks(pool: Pool, job: BulkExtractJob): Promise<ExtractJob[]> {
  const { libraryId, firstLinkId, lastLinkId, position } = job
  const schema = await currentReadSchema(pool)
  const { rows: lanes } = schema
    ? await pool.query<{ position: string }>(`SELECT position FROM ${schema}.checkpoints WHERE lane = $1`, [
        laneOf(libraryId),
      ])
    : { rows: [] }
  if (!hasReached(lanes[0]?.position, position))
    throw new RetryLater(readModelRetryMs, 'the read model does not have the imported links yet')
  const { rows } = await pool.query<{ linkId: number; url: string; requestId: string | null }>(
    `SELECT DISTINCT ON (l.article_id) l.id AS "linkId", l.url, t.request_id AS "requestId"
       FROM ${schema}.links l
       LEFT JOIN content.extraction_attempts t
         ON t.article_id = encode(l.article_id, 'hex') AND t.outcome IS NULL
      WHERE l.library_id = $1 AND l.id BETWEEN $2 AND $3
        AND NOT EXISTS (SELECT FROM ${schema}.articles a WHERE a.article_id = l.article_id)
      ORDER BY l.article_id, t.touched_at DESC NULLS LAST`,
    [libraryId, firstLinkId, lastLinkId],
  )
  return rows.map(({ linkId, url, requestId }) => ({
    articleId: articleIdOf(url),
    url: fetchedUrl(url),
    requestId: requestId ?? `${libraryId}/${linkId}/bulk`,
    askedBy: libraryId,
    link: { libraryId, linkId, position },
  }))
}

/** Whether the link was deleted or its article read since waitingLinks found it. */
export async function isOver(pool: Pool, { libraryId, linkId }: SavedLink): Promise<boolean> {
  const schema = await currentReadSchema(pool)
  if (!schema) return false
  const { rows } = await pool.query(
    `SELECT FROM ${schema}.links l
      WHERE l.library_id = $1 AND l.id = $2
        AND NOT EXISTS (SELECT FROM ${schema}.articles a WHERE a.article_id = l.article_id)`,
    [libraryId, linkId],
  )
  return rows.length === 0
}
