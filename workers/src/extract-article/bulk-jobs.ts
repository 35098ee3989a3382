import type { BulkExtractJob, ExtractJob } from '@lectern/contracts/jobs.ts'
import { type Delivery, RetryLater } from '@lectern/platform/nats/consume-jobs.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import type { QueuedPage } from './fair-queue.ts'

export type BulkTools = {
  readonly log: Log
  readonly waitingLinks: (job: BulkExtractJob) => Promise<ExtractJob[]>
  readonly queue: { readonly add: (page: QueuedPage) => void }
  /** Reads one page. @throws RetryLater when it has to wait */
  readonly extract: (
    page: ExtractJob,
    turn: { since: number; signal: AbortSignal; fetched: () => void },
  ) => Promise<void>
}

const limits = {
  /** Jobs in work in all libraries together. One job of each library may be in work besides. */
  jobs: 64,
  jobsOfLibrary: 4,
  /** Pages of one job in the queue. Those of a library's 4 jobs fill its room there. */
  pagesOfJob: 4,
}
/** A job begins no further round after this time, so that another job of the library has a turn. */
const turnMs = 30_000
/** A job whose links wait comes again after this time at least. */
const againMs = 5_000
/** The same for a job that found no room for any link, since looking takes time too. */
const noRoomMs = 10_000
/** Jobs without a turn come again within this time, at random, so that they do not all come at once. */
const noTurnMs = 20_000

/**
 * Takes bulk jobs from NATS and gives their pages to the queue. A few jobs of each library are in work, and the others go
 * back. A job is done when none of its links waits any more. A turn that ends earlier resumes with those that still wait.
 */
export function bulkJobs(tools: BulkTools) {
  const inWork = new Map<string, number>()
  let inWorkInAll = 0

  const mayBegin = (libraryId: string) => {
    const ofLibrary = inWork.get(libraryId) ?? 0
    return ofLibrary === 0 || (ofLibrary < limits.jobsOfLibrary && inWorkInAll < limits.jobs)
  }
  const count = (libraryId: string, change: 1 | -1) => {
    inWorkInAll += change
    const ofLibrary = (inWork.get(libraryId) ?? 0) + change
    if (ofLibrary === 0) inWork.delete(libraryId)
    else inWork.set(libraryId, ofLibrary)
  }

  return {
    take(job: BulkExtractJob, { publishedAt, run, putBack }: Delivery) {
      const { libraryId } = job
      if (!mayBegin(libraryId)) return putBack(Math.random() * noTurnMs)
      count(libraryId, 1)
      void run(signal => readInTurn(job, publishedAt, signal, tools)).then(() => count(libraryId, -1))
    },
  }
}

/**
 * Offers the links of a job to the queue in rounds. A round offers those that the queue had no room for in the round before.
 * @throws RetryLater while links wait; the error of a page when only such pages are left
 */
async function readInTurn(job: BulkExtractJob, since: number, signal: AbortSignal, tools: BulkTools) {
  const endsAt = Date.now() + turnMs
  const waits: number[] = []
  let failure: unknown
  let links = await tools.waitingLinks(job)
  const count = links.length
  for (let isProgress = true; isProgress && links.length > 0; ) {
    const offered = links
    links = []
    isProgress = false
    const offer = async (page: ExtractJob) => {
      const result = await readWhenTaken(page, since, signal, tools)
      if (result === 'no room') links.push(page)
      else if (result instanceof RetryLater) waits.push(result.delayMs)
      else if (result !== undefined) {
        failure ??= result
        if (!signal.aborted) tools.log.warn({ err: result, url: page.url }, 'an imported page failed')
      }
      isProgress ||= result !== 'no room'
    }
    await Promise.all(Array.from({ length: limits.pagesOfJob }, () => offerAll(offered, offer)))
    signal.throwIfAborted()
    if (Date.now() > endsAt) break
  }
  if (links.length > 0) waits.push(links.length < count ? againMs : noRoomMs)
  if (waits.length > 0) throw new RetryLater(Math.max(againMs, Math.min(...waits)), 'links of the job wait')
  if (failure) throw failure
}

async function offerAll(pages: ExtractJob[], offer: (page: ExtractJob) => Promise<void>) {
  for (let page = pages.shift(); page; page = pages.shift()) await offer(page)
}

/** @returns undefined when the page was read; 'no room' when the queue put it back; the error of extract */
function readWhenTaken(
  page: ExtractJob,
  since: number,
  signal: AbortSignal,
  { queue, extract }: BulkTools,
): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const leave = () => resolve('no room')
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  queue.add({
    rank: 'bulk',
    libraryId: page.askedBy ?? page.articleId,
    host: URL.parse(page.url)?.host ?? '',
    since,
    putBack: leave,
    start: async fetched => {
      signal.removeEventListener('abort', leave)
      resolve(extract(page, { since, signal, fetched }).catch((error: unknown) => error))
      await promise
    },
  })
  return promise.finally(() => signal.removeEventListener('abort', leave))
}
