import { setTimeout as pause } from 'node:timers/promises'
import { articleIdOf, fetchedUrl } from '@lectern/contracts/article-id.ts'
import { type ExtractJob, jobSubjects } from '@lectern/contracts/jobs.ts'
import type { Nats } from '@lectern/platform/nats/connect.ts'
import { unfinishedJobs } from '@lectern/platform/nats/job-health.ts'
import { publishJob } from '@lectern/platform/nats/publish-job.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import type { ContentStore } from './content-store.ts'

const everyMs = 30_000
const atOnce = 500
/** A job published anew is left this long, as long as NATS remembers its id, before it is again. */
const patienceMs = 10 * 60_000

export type SweepTools = {
  readonly nats: Nats
  readonly pool: Pool
  readonly store: ContentStore
  readonly log: Log
  readonly signal: AbortSignal
}

/**
 * Publishes extractions anew that wait without a job, as after NATS lost its disk: at the start and every
 * 30 s, or less often where looking takes long, so that it never takes more than 2 % of a core.
 */
export async function sweepForEver(tools: SweepTools): Promise<void> {
  let seenPending: ReadonlySet<string> = new Set()
  while (!tools.signal.aborted) {
    const begun = performance.now()
    try {
      seenPending = await sweep(tools, seenPending)
      await tools.store.tidy()
    } catch (error) {
      tools.log.warn({ err: error }, 'no sweep this time')
    }
    const waitMs = Math.max(everyMs, (performance.now() - begun) * 50)
    await pause(waitMs, undefined, { signal: tools.signal }).catch(() => {})
  }
}

/**
 * One sweep. An article asked for anew (a retry) does not say since when it waits, so it counts from the second sweep
 * that finds it. Gives those it found for the first time or again. @param seenPending what the last sweep gave
 */
export async function sweep(
  { nats, pool, log }: Omit<SweepTools, 'store' | 'signal'>,
  seenPending: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const waiting = await findWaiting(pool)
  // As many jobs as articles: each has one, or will be found when these are done.
  if (waiting.length > 0 && (await unfinishedJobs(nats, jobSubjects.extractInteractive)) >= waiting.length)
    return seenPending
  const due = waiting.filter(article => !article.isRetry || seenPending.has(article.articleId))
  const bucket = Math.floor(Date.now() / patienceMs)
  for (const { articleId, url, requestId, libraryId, linkId } of due) {
    const job: ExtractJob = {
      articleId,
      url,
      requestId: requestId ?? `sweep/${articleId}/${bucket}`,
      askedBy: libraryId,
      // The link is there, so that its lane has passed it.
      link: { libraryId, linkId, position: '0/0' },
    }
    await publishJob(nats, jobSubjects.extractInteractive, job, `${job.requestId}/swept`)
  }
  if (due.length > 0) log.info({ articles: due.length }, 'published anew what waited without a job')
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

/** Articles of links saved a minute ago or more that have no result, and nobody at work on them. */
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
      LIMIT ${atOnce}`,
  )
  return rows.map(({ url, ...found }) => ({ ...found, articleId: articleIdOf(url), url: fetchedUrl(url) }))
}
