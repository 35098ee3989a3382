import { articleIdOf, fetchedUrl } from '@lectern/contracts/article-id.ts'
import type { BulkExtractJob, ExtractJob } from '@lectern/contracts/jobs.ts'
import { laneOf } from '@lectern/contracts/read-model/lanes.ts'
import { RetryLater } from '@lectern/platform/nats/consume-jobs.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { hasReached, type SavedLink } from './deleted-link.ts'

const readModelRetryMs = 2_000

type Row = { readonly linkId: number; readonly url: string; readonly requestId: string | null }

/**
 * The links of a bulk job whose articles are neither read nor failed, or the failed ones of a retry, each article once.
 * They are in the order of their articles' hashes, which mixes the hosts.
 * @throws RetryLater until the read model has passed the import
 */
export async function waitingLinks(pool: Pool, job: BulkExtractJob): Promise<ExtractJob[]> {
  const { libraryId, position } = job
  const schema = await currentReadSchema(pool)
  const { rows: lanes } = schema
    ? await pool.query<{ position: string }>(`SELECT position FROM ${schema}.checkpoints WHERE lane = $1`, [
        laneOf(libraryId),
      ])
    : { rows: [] }
  if (!hasReached(lanes[0]?.position, position))
    throw new RetryLater(readModelRetryMs, 'the read model does not have the imported links yet')
  const rows = schema ? await (job.retry ? failedOf(pool, schema, job) : unreadOf(pool, schema, job)) : []
  return rows.map(({ linkId, url, requestId }) => ({
    articleId: articleIdOf(url),
    url: fetchedUrl(url),
    requestId: requestId ?? `${libraryId}/${linkId}/bulk`,
    askedBy: libraryId,
    link: { libraryId, linkId, position },
  }))
}

/** An attempt that did not end goes on under its request, which counts attempts. */
async function unreadOf(pool: Pool, schema: string, job: BulkExtractJob): Promise<Row[]> {
  const { libraryId, firstLinkId, lastLinkId } = job
  const { rows } = await pool.query<Row>(
    `SELECT DISTINCT ON (l.article_id) l.id AS "linkId", l.url, t.request_id AS "requestId"
       FROM ${schema}.links l
       LEFT JOIN content.extraction_attempts t
         ON t.article_id = encode(l.article_id, 'hex') AND t.outcome IS NULL
      WHERE l.library_id = $1 AND l.id BETWEEN $2 AND $3
        AND NOT EXISTS (SELECT FROM ${schema}.articles a WHERE a.article_id = l.article_id)
      ORDER BY l.article_id, t.touched_at DESC NULLS LAST`,
    [libraryId, firstLinkId, lastLinkId],
  )
  return rows
}

/**
 * A page that failed again is not read a third time for one request. One that was read comes again until its article shows it,
 * since its outcome may not be recorded yet. A page that a person provided is not at the link's address.
 */
async function failedOf(pool: Pool, schema: string, { libraryId, retry }: BulkExtractJob): Promise<Row[]> {
  const { rows } = await pool.query<Row & { articleId: string }>(
    `SELECT DISTINCT ON (l.article_id) l.id AS "linkId", l.url, encode(l.article_id, 'hex') AS "articleId",
            $3 || '/' || encode(l.article_id, 'hex') AS "requestId"
       FROM ${schema}.links l JOIN ${schema}.articles a USING (article_id)
      WHERE l.library_id = $1 AND l.id = ANY($2) AND a.status = 'failed'
        AND NOT EXISTS (
          SELECT FROM content.extraction_attempts t
           WHERE t.article_id = encode(l.article_id, 'hex') AND t.outcome ->> 'kind' = 'failed'
             AND t.request_id = $3 || '/' || encode(l.article_id, 'hex'))
      ORDER BY l.article_id`,
    [libraryId, retry?.linkIds, retry?.requestId],
  )
  return rows.filter(({ articleId, url }) => articleId === articleIdOf(url))
}

/** Whether the link was deleted or its article read since waitingLinks found it. */
export async function isOver(pool: Pool, { libraryId, linkId }: SavedLink): Promise<boolean> {
  const schema = await currentReadSchema(pool)
  if (!schema) return false
  const { rows } = await pool.query(
    `SELECT FROM ${schema}.links l
      WHERE l.library_id = $1 AND l.id = $2
        AND NOT EXISTS (SELECT FROM ${schema}.articles a WHERE a.article_id = l.article_id AND a.status = 'ready')`,
    [libraryId, linkId],
  )
  return rows.length === 0
}
