import { setTimeout as pause } from 'node:timers/promises'
import { articleIdOf, fetchedUrl } from '@lectern/contracts/article-id.ts'
import { type ExtractJob, jobSubjects } from '@lectern/contracts/jobs.ts'
import { unfinishedJobs } from '@lectern/platform/nats/job-health.ts'
import { publishJob } from '@lectern/platform/nats/publish-job.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import type { WorkerTools } from './tools.ts'

const intervalMs = 30_000
const jobsPerSweep = 500
/** NATS refuses a repeated message id for this time, so one lost job is published at most once in it. */
const republishMs = 10 * 60_000

/** Sweeps at the start and then every 30 s. */
export function startSweeping(tools: WorkerTools): void {
  const sweepForEver = async () => {
    let pending: ReadonlySet<string> = new Set()
    while (!tools.signal.aborted) {
      try {
        pending = await republishLostJobs(tools, pending)
        await deleteOldRows(tools.pool)
      } catch (error) {
        tools.log.warn({ err: error }, 'a sweep failed')
      }
      await pause(intervalMs, undefined, { signal: tools.signal }).catch(() => {})
    }
  }
  void sweepForEver()
}

/** Deletes outcomes that no retry needs any more, and previews that are too old to show. */
async function deleteOldRows(pool: Pool): Promise<void> {
  await pool.query(
    `DELETE FROM content.extraction_attempts WHERE outcome IS NOT NULL AND touched_at < now() - interval '8 days'`,
  )
  await pool.query(`DELETE FROM content.previews WHERE fetched_at < now() - interval '1 day'`)
}

/**
 * Publishes a job for each article that waits without one, for example after NATS lost its disk. A retry does not say
 * when it was asked for, so it gets a job only when two sweeps in a row find it waiting.
 * @param pending the articles that the previous sweep found
 * @returns the articles that this sweep found
 */
export async function republishLostJobs(
  { nats, pool, log }: Pick<WorkerTools, 'nats' | 'pool' | 'log'>,
  pending: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const waiting = await findWaiting(pool)
  // Each waiting article has a job, or a later sweep finds it when these jobs are done.
  if (waiting.length > 0 && (await unfinishedJobs(nats, jobSubjects.extractInteractive)) >= waiting.length)
    return pending
  const lost = waiting.filter(article => !article.isRetry || pending.has(article.articleId))
  const period = Math.floor(Date.now() / republishMs)
  for (const { articleId, url, requestId, libraryId, linkId } of lost) {
    const job: ExtractJob = {
      articleId,
      url,
      requestId: requestId ?? `sweep/${articleId}/${period}`,
      askedBy: libraryId,
      // The read model has the link, so any position before that is true.
      link: { libraryId, linkId, position: '0/0' },
    }
    await publishJob(nats, jobSubjects.extractInteractive, job, `${job.requestId}/swept`)
  }
  if (lost.length > 0) log.info({ articles: lost.length }, 'published jobs for articles that had none')
  return new Set(waiting.map(({ articleId }) => articleId))
}

type Waiting = {
  articleId: string
  url: string
  isRetry: boolean
  requestId: string | null
  libraryId: string
  linkId: number
}

/** Articles that have no result and no attempt in the last minute, and whose links are older than that. */
async function findWaiting(pool: Pool): Promise<Waiting[]> {
  const schema = await currentReadSchema(pool)
  if (!schema) return []
  const { rows } = await pool.query<Omit<Waiting, 'articleId'>>(
    `WITH waiting AS (
       SELECT l.article_id, l.library_id, l.id, false AS is_retry FROM ${schema}.links l
        WHERE NOT EXISTS (SELECT FROM ${schema}.articles a WHERE a.article_id = l.article_id)
       UNION ALL
       SELECT l.article_id, l.library_id, l.id, true FROM ${schema}.articles a JOIN ${schema}.links l USING (article_id)
        WHERE a.status = 'pending'
     )
     SELECT DISTINCT ON (w.article_id) l.url, w.is_retry AS "isRetry", t.request_id AS "requestId",
            w.library_id AS "libraryId", w.id AS "linkId"
       FROM waiting w
       JOIN ${schema}.links l USING (library_id, id)
       LEFT JOIN content.extraction_attempts t
         ON t.article_id = encode(w.article_id, 'hex') AND t.outcome IS NULL
      WHERE l.created_at < now() - interval '1 minute'
        AND (t.touched_at IS NULL OR t.touched_at < now() - interval '1 minute')
      ORDER BY w.article_id, t.touched_at DESC NULLS LAST
      LIMIT ${jobsPerSweep}`,
  )
  return rows.map(({ url, ...found }) => ({ ...found, articleId: articleIdOf(url), url: fetchedUrl(url) }))
}
