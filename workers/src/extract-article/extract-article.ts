import type { ExtractionFailure } from '@lectern/contracts/extraction-failures.ts'
import type { ExtractJob, Outcome, RecordArticle } from '@lectern/contracts/jobs.ts'
import { PAGE_MAX } from '@lectern/contracts/limits.ts'
import { PROVIDED_ARTICLE } from '@lectern/contracts/provided-article.ts'
import { isFinal, isOfClosedAccount } from '@lectern/platform/nats/request.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import { FetchFailure } from '@lectern/platform/safe-fetch/failure.ts'
import type { Fetched, SafeFetch } from '@lectern/platform/safe-fetch/safe-fetch.ts'
import { RetryLater } from '@lectern/platform/work/retry-later.ts'
import type { Rank } from '../rank.ts'
import { plainTypes } from '../read-page/plain-text.ts'
import type { FetchedPage, ReadPage } from '../read-page/read-page.ts'
import type { PageReader } from '../read-page/reader-thread.ts'
import { refreshOf } from '../read-page/refresh.ts'
import { type ContentStore, type Document, fits, isUnstorable } from './content-store.ts'
import { failureCodeOf } from './failures.ts'
import type { PageMemory } from './page-memory.ts'

const maxAttempts = 5
/** Times that a request waits for a site that says it is busy. */
const maxPostponements = 3
const maxPostponementMs = 60_000

const readableTypes = new Set(['', 'text/html', 'application/xhtml+xml', ...plainTypes])

export type ExtractTools = {
  readonly safeFetch: SafeFetch
  readonly reader: PageReader
  readonly store: ContentStore
  /** The HTML of a page that a person provided; undefined where it is gone. */
  readonly providedPage: (pageId: string) => Promise<string | undefined>
  readonly memory: PageMemory
  /** Whether nobody waits for the page any more. */
  readonly isUnneeded: (job: ExtractJob, rank: Rank) => Promise<boolean>
  /** Resolves when command-api has recorded the outcome; throws when it refuses for good. */
  readonly record: (command: RecordArticle, signal: AbortSignal) => Promise<unknown>
  readonly log: Log
}

export type Turn = {
  readonly rank: Rank
  /** Aborts when the process is asked to end. */
  readonly signal: AbortSignal
  /** Time since when the job waits, in ms as Date.now(). */
  readonly since: number
  /** Tells the queue that the fetch has ended, so that another page can be fetched. */
  readonly fetched: () => void
}

/**
 * Fetches, or takes as it was provided, and reads the page of a job and has command-api record the outcome. A job that is delivered again records the
 * known outcome, or starts again, at most 5 times, so that a page that kills its reader blocks nobody.
 * @returns how it ended: extracted, unneeded, or the reason of the failure
 */
export async function extractArticle(job: ExtractJob, turn: Turn, tools: ExtractTools): Promise<string> {
  const known = await tools.store.outcomeOf(job)
  if (known) turn.fetched()
  else if (await tools.isUnneeded(job, turn.rank)) return 'unneeded'
  const outcome = known ?? (await readAndStore(job, turn, tools))
  if (outcome === undefined) return 'unneeded'
  const recorded = await record(job, outcome, turn, tools)
  if (recorded === undefined) return 'unneeded'
  const { articleId, requestId } = job
  const ended = recorded.kind === 'failed' ? recorded.reason : recorded.kind
  tools.log.info({ articleId, requestId, outcome: ended }, 'a page was read')
  return ended
}

/**
 * Records a failure when command-api refuses the outcome for good, so that the link does not wait for ever.
 * @returns undefined where the account that asked for it was closed
 */
async function record(job: ExtractJob, outcome: Outcome, { signal }: Turn, tools: ExtractTools) {
  const { articleId, url, requestId, askedBy } = job
  const page = providedOf(job)
  const give = (commandId: string, given: Outcome) =>
    tools.record(
      { commandId, articleId, url, outcome: given, ...(page && { page }), ...(askedBy && { askedBy }) },
      signal,
    )
  try {
    await give(`${requestId}/extracted`, outcome)
    return outcome
  } catch (error) {
    if (!isFinal(error)) throw error
    if (isOfClosedAccount(error)) return undefined
    tools.log.error({ err: error, articleId, requestId }, 'command-api refused an outcome')
    const instead = failed('gave-up', `its outcome was refused: ${(error as Error).message}`).outcome
    await give(`${requestId}/gave-up`, instead)
    return instead
  }
}

/** @returns undefined where nobody waits for the page any more */
async function readAndStore(job: ExtractJob, turn: Turn, tools: ExtractTools): Promise<Outcome | undefined> {
  const { outcome, document } = await read(job, turn, tools)
  const asker = askerOf(job, turn)
  const store = (result: Result) => tools.store.finish(job, result.outcome, result.document, asker)
  if (!fits(outcome)) return store(failed('too-large', 'its outcome is too large to be recorded'))
  try {
    return await store({ outcome, document })
  } catch (error) {
    if (!isUnstorable(error)) throw error
    tools.log.error({ err: error, articleId: job.articleId }, 'Postgres cannot store a page')
    return store(failed('gave-up', `it cannot be stored: ${(error as Error).message}`))
  }
}

/** The library whose turn the page takes, and its rank. */
const askerOf = (job: ExtractJob, { rank }: Turn) => ({ libraryId: job.askedBy ?? job.articleId, rank })

type Result = { readonly outcome: Outcome; readonly document?: Document | undefined }

async function read(job: ExtractJob, turn: Turn, tools: ExtractTools): Promise<Result> {
  const memory = tools.memory.enter(turn.rank)
  try {
    const getting =
      job.pageId === undefined
        ? fetchPage(job, turn, tools, memory.take)
        : takePage(job, job.pageId, tools, memory.take)
    const page = await getting.finally(turn.fetched)
    if (page === undefined) return failed('gave-up', 'the provided page is gone')
    const { contentType, body } = page
    if (looksLikeFile(contentType, body)) return failed('is-file', 'binary content without a type')

    const attempts = await tools.store.beginAttempt(job)
    if (attempts > maxAttempts) return failed('gave-up', `parsed ${maxAttempts} times without a result`)
    return resultOf(await tools.reader.read(page, askerOf(job, turn)))
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    await postpone(error, job, tools)
    return failed(failureCodeOf(error), `${error.code}: ${error.message}`)
  } finally {
    memory.leave()
  }
}

async function fetchPage(
  job: ExtractJob,
  turn: Turn,
  { safeFetch }: ExtractTools,
  onBytes: (bytes: number) => void,
): Promise<FetchedPage> {
  const { finalUrl, contentType, body } = await safeFetch(job.url, {
    maxBytes: PAGE_MAX,
    accepts: type => readableTypes.has(type),
    since: turn.since,
    leadsTo: refreshOf,
    onBytes,
    signal: turn.signal,
  })
  return { url: finalUrl, contentType, body }
}

/** A provided page has the bounds of a fetched one. */
async function takePage(
  { url }: ExtractJob,
  pageId: string,
  { providedPage }: ExtractTools,
  onBytes: (bytes: number) => void,
): Promise<FetchedPage | undefined> {
  const html = await providedPage(pageId)
  if (html === undefined) return undefined
  const body = Buffer.from(html)
  onBytes(body.length)
  const isArticle = html.startsWith(PROVIDED_ARTICLE)
  return { url, contentType: 'text/html; charset=utf-8', body, isArticle }
}

const providedOf = ({ link, pageId }: ExtractJob): RecordArticle['page'] =>
  link && pageId !== undefined ? { libraryId: link.libraryId, linkId: link.linkId, pageId } : undefined

function resultOf(read: ReadPage): Result {
  if (read.kind === 'unreadable') {
    return { outcome: { kind: 'failed', reason: read.reason, detail: '', page: read.page } }
  }
  const { html, text, contentHash, words, page } = read
  return {
    outcome: { kind: 'extracted', contentHash, words, ...page },
    document: { hash: contentHash, html, text, words },
  }
}

const failed = (reason: ExtractionFailure, detail: string): Result => ({
  outcome: { kind: 'failed', reason, detail: detail.slice(0, 500), page: null },
})

/**
 * Decides whether the job comes again. Waiting for a place has no limit. A site that is busy is asked again at most 3
 * times, and not at all when it wants a pause of more than a minute. @throws RetryLater
 */
async function postpone(failure: FetchFailure, job: ExtractJob, { store }: ExtractTools): Promise<void> {
  const { code, status, message, retryAfterMs } = failure
  const later = (delayMs: number) => new RetryLater(Math.max(delayMs, 1_000), message, { cause: failure })
  if (code === 'host-busy' && retryAfterMs !== undefined) throw later(retryAfterMs)
  if (status !== 429 && status !== 503) return
  const delayMs = retryAfterMs ?? 5_000
  if (delayMs > maxPostponementMs || (await store.postpone(job)) > maxPostponements) return
  throw later(delayMs)
}

/** Judges content without a type by its first bytes: text contains no NUL, except UTF-16, which begins with a mark. */
function looksLikeFile(contentType: string, body: Fetched['body']): boolean {
  const isUtf16 = (body[0] === 0xff && body[1] === 0xfe) || (body[0] === 0xfe && body[1] === 0xff)
  return contentType === '' && !isUtf16 && body.subarray(0, 1_024).includes(0)
}
