import { articleIdOf, fetchedUrl } from '@lectern/contracts/article-id.ts'
import { BulkExtractJob, type ExtractJob, jobSubjects, LINKS_OF_BULK_JOB } from '@lectern/contracts/jobs.ts'
import { unfinishedJobs } from '@lectern/platform/nats/job-health.ts'
import { listJobs } from '@lectern/platform/nats/list-jobs.ts'
import { publishJob } from '@lectern/platform/nats/publish-job.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import {
  type Key,
  type LinkWithoutArticle,
  linksWithoutArticle,
  retryOf,
  sliceAfter,
} from './links-without-article.ts'
import type { WorkerTools } from './tools.ts'

type Tools = Pick<WorkerTools, 'nats' | 'pool' | 'log'>

/** Where the next sweep begins. */
export type Sweep = {
  /** The last link of the slice before; undefined at the beginning of the table. */
  readonly after: Key | undefined
  /** Links of this slice that the sweep before found without a job. */
  readonly found: ReadonlySet<string>
}

/** NATS refuses a repeated message id for this time, so one lost job is published at most once in it. */
const republishMs = 10 * 60_000
/** Any position before that of the read model is true, since the read model has the links. */
const position = '0/0'

/**
 * Publishes jobs for links that wait without one, for example after NATS lost its disk: bulk jobs for new links, an
 * interactive job for each retry. Each sweep looks at the next slice of all links. Where links wait without a job, the
 * next sweep looks at the same slice again and publishes, since a job may be on its way.
 * @returns where the next sweep begins
 */
export async function republishLostJobs(
  { nats, pool, log }: Tools,
  { after, found }: Sweep = { after: undefined, found: new Set() },
): Promise<Sweep> {
  const schema = await currentReadSchema(pool)
  if (!schema) return { after: undefined, found: new Set() }
  const next = { after: await sliceAfter(pool, schema, after), found: new Set<string>() }
  const waiting = await linksWithoutArticle(pool, schema, after)
  if (waiting.length === 0) return next

  const jobs = Map.groupBy(
    await listJobs(nats, jobSubjects.extractBulk, BulkExtractJob),
    job => job.libraryId,
  )
  const hasBulkJob = ({ libraryId, linkId }: Key) =>
    (jobs.get(libraryId) ?? []).some(
      job => !job.retry && job.firstLinkId <= linkId && linkId <= job.lastLinkId,
    )
  const isLost = waiting.map(link => link.isRetry || !hasBulkJob(link))
  const lost = waiting.filter((_, n) => isLost[n])
  // Each of these links has an interactive job, or a later sweep finds it when those jobs are done.
  if (lost.length === 0 || (await unfinishedJobs(nats, jobSubjects.extractInteractive)) >= lost.length)
    return next
  if (found.size === 0) return { after, found: new Set(lost.map(keyOf)) }

  const foundTwice = waiting.map((link, n) => isLost[n] && found.has(keyOf(link)))
  const ranges = rangesOf(waiting, n => foundTwice[n] === true && !waiting[n]?.isRetry)
  const retries = waiting.filter((link, n) => foundTwice[n] && link.isRetry)
  const period = Math.floor(Date.now() / republishMs)
  for (const range of ranges) {
    const msgId = `${range.libraryId}/${range.firstLinkId}-${range.lastLinkId}/swept/${period}`
    await publishJob(nats, jobSubjects.extractBulk, { ...range, position }, msgId)
  }
  for (const link of retries) {
    const retry = await retryOf(pool, schema, link)
    if (!retry) continue
    const { url, requestId } = retry
    const articleId = articleIdOf(url)
    const job: ExtractJob = {
      articleId,
      url: fetchedUrl(url),
      requestId: requestId ?? `sweep/${articleId}/${period}`,
      askedBy: link.libraryId,
      link: { libraryId: link.libraryId, linkId: link.linkId, position },
    }
    await publishJob(nats, jobSubjects.extractInteractive, job, `${job.requestId}/swept`)
  }
  const counts = { bulkJobs: ranges.length, retries: retries.length }
  if (ranges.length + retries.length > 0) log.info(counts, 'published jobs for links that had none')
  return next
}

const keyOf = ({ libraryId, linkId }: Key): string => `${libraryId}/${linkId}`

/** Ranges of wanted links, at most 500 ids wide, without other waiting links between. */
function rangesOf(waiting: readonly LinkWithoutArticle[], isWanted: (n: number) => boolean) {
  type Range = { libraryId: string; firstLinkId: number; lastLinkId: number }
  const ranges: Range[] = []
  let range: Range | undefined
  for (const [n, { libraryId, linkId }] of waiting.entries()) {
    if (!isWanted(n)) range = undefined
    else if (range?.libraryId === libraryId && linkId < range.firstLinkId + LINKS_OF_BULK_JOB)
      range.lastLinkId = linkId
    else {
      range = { libraryId, firstLinkId: linkId, lastLinkId: linkId }
      ranges.push(range)
    }
  }
  return ranges
}
