import type { ExtractionFailure } from '@lectern/contracts/extraction.ts'
import {
  commandSubjects,
  type ExtractJob,
  type Outcome,
  type RecordArticle,
} from '@lectern/contracts/jobs.ts'
import { RetryLater } from '@lectern/platform/nats/consume-jobs.ts'
import { isFinal } from '@lectern/platform/nats/request.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import { FetchFailure } from '@lectern/platform/safe-fetch/failure.ts'
import type { Fetched, SafeFetch } from '@lectern/platform/safe-fetch/safe-fetch.ts'
import { type ContentStore, type Document, fits, isUnstorable } from '../content-store.ts'
import type { PageMemory } from '../page-memory.ts'
import { reasonOf } from './failures.ts'
import type { ReadPage } from './read-page.ts'
import type { PageReader } from './reader-thread.ts'

export const maxPageBytes = 5 * 1024 * 1024
const maxAttempts = 5
/** A site that says it is busy is asked again so often, and left alone no longer than this in between. */
const maxPostponements = 3
const maxPostponementMs = 60_000

const readable = new Set(['', 'text/html', 'application/xhtml+xml', 'text/plain'])

export type ExtractTools = {
  readonly safeFetch: SafeFetch
  readonly reader: PageReader
  readonly store: ContentStore
  readonly memory: PageMemory
  /** Whether nobody waits for the page any more, since the link was deleted. */
  readonly isDeleted: (link: NonNullable<ExtractJob['link']>) => Promise<boolean>
  /** Resolves when command-api has answered; throws when it refuses for good. */
  readonly command: (subject: string, payload: RecordArticle, signal: AbortSignal) => Promise<unknown>
  readonly log: Log
}

export type Turn = {
  /** Aborts when the process is asked to end. */
  readonly signal: AbortSignal
  /** Since when the job waits. */
  readonly since: number
  /** Says that nothing is to be fetched any more, so that another page can be. */
  readonly fetched: () => void
}

/**
 * Reads the page of a job and has the outcome recorded. Delivered again at any point, it goes on where the
 * outcome is known, and otherwise begins anew, 5 times at most: a page that kills its reader blocks nobody.
 * Gives how it ended: extracted, deleted, or the reason why not.
 */
export async function extractArticle(job: ExtractJob, turn: Turn, tools: ExtractTools): Promise<string> {
  const known = await tools.store.outcomeOf(job)
  if (known) turn.fetched()
  else if (job.link && (await tools.isDeleted(job.link))) return 'deleted'
  const outcome = known ?? (await readAndKeep(job, turn, tools))
  const recorded = await record(job, outcome, turn, tools)
  const { articleId, requestId } = job
  const ended = recorded.kind === 'failed' ? recorded.reason : recorded.kind
  tools.log.info({ articleId, requestId, outcome: ended }, 'read')
  return ended
}

/** An outcome that is refused for good is recorded as a failure, so that nobody waits for it. */
async function record(job: ExtractJob, outcome: Outcome, { signal }: Turn, tools: ExtractTools) {
  const { articleId, url, requestId } = job
  const give = (commandId: string, given: Outcome) =>
    tools.command(commandSubjects.recordArticle, { commandId, articleId, url, outcome: given }, signal)
  try {
    await give(`${requestId}/extracted`, outcome)
    return outcome
  } catch (error) {
    if (!isFinal(error)) throw error
    tools.log.error({ err: error, articleId, requestId }, 'an outcome was refused')
    const { outcome: instead } = failed('gave-up', `its outcome was refused: ${(error as Error).message}`)
    await give(`${requestId}/gave-up`, instead)
    return instead
  }
}

async function readAndKeep(job: ExtractJob, turn: Turn, tools: ExtractTools): Promise<Outcome> {
  const { outcome, document } = await attempt(job, turn, tools)
  const keep = ({ outcome, document }: Attempted) => tools.store.finish(job, outcome, document)
  if (!fits(outcome)) return keep(failed('too-large', 'it says too much of itself to be recorded'))
  try {
    return await keep({ outcome, ...(document && { document }) })
  } catch (error) {
    if (!isUnstorable(error)) throw error
    tools.log.error({ err: error, articleId: job.articleId }, 'a page cannot be stored')
    return keep(failed('gave-up', `it cannot be stored: ${(error as Error).message}`))
  }
}

type Attempted = { outcome: Outcome; document?: Document }

async function attempt(job: ExtractJob, turn: Turn, tools: ExtractTools): Promise<Attempted> {
  const memory = tools.memory.enter()
  try {
    const fetching = tools.safeFetch(job.url, {
      maxBytes: maxPageBytes,
      accepts: type => readable.has(type),
      since: turn.since,
      onBytes: memory.take,
      signal: turn.signal,
    })
    const { finalUrl, contentType, body } = await fetching.finally(turn.fetched)
    if (looksLikeFile(contentType, body)) return failed('is-file', 'binary content without a type')

    const attempts = await tools.store.beginAttempt(job)
    if (attempts > maxAttempts) return failed('gave-up', `parsed ${maxAttempts} times without a result`)
    const page = { url: finalUrl, contentType, body }
    return attempted(await tools.reader.read(page, job.askedBy ?? job.articleId))
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    await postpone(error, job, tools)
    return failed(reasonOf(error), `${error.code}: ${error.message}`)
  } finally {
    memory.leave()
  }
}

function attempted(result: ReadPage): Attempted {
  if (result.kind === 'unreadable') {
    return { outcome: { kind: 'failed', reason: result.reason, detail: '', page: result.page } }
  }
  const { html, text, contentHash, words, page } = result
  return {
    outcome: { kind: 'extracted', contentHash, words, ...page },
    document: { hash: contentHash, html, text, words },
  }
}

const failed = (reason: ExtractionFailure, detail: string): Attempted => ({
  outcome: { kind: 'failed', reason, detail: detail.slice(0, 500), page: null },
})

/**
 * A job waits for its place as long as it takes. A site that is busy is asked again when it wants to be, a few times; a
 * longer wait than a person would bear is a failure. @throws RetryLater
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

/** Without a content type, the first bytes tell: text has no NUL, but in UTF-16, which begins with a mark. */
function looksLikeFile(contentType: string, body: Fetched['body']): boolean {
  const isUtf16 = (body[0] === 0xff && body[1] === 0xfe) || (body[0] === 0xfe && body[1] === 0xff)
  return contentType === '' && !isUtf16 && body.subarray(0, 1_024).includes(0)
}
