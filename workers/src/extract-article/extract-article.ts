import type { ExtractionFailure } from '@lectern/contracts/extraction.ts'
import {
  commandSubjects,
  type ExtractJob,
  type Outcome,
  type RecordArticle,
} from '@lectern/contracts/jobs.ts'
import type { Log } from '@lectern/platform/log.ts'
import { type JobContext, RetryLater } from '@lectern/platform/nats/consume-jobs.ts'
import { FetchFailure } from '@lectern/platform/safe-fetch/failure.ts'
import type { Fetched, SafeFetch } from '@lectern/platform/safe-fetch/safe-fetch.ts'
import type { ContentStore, Document } from '../content-store.ts'
import { reasonOf } from './failures.ts'
import type { ReadPage } from './read-page.ts'
import type { PageReader } from './reader-thread.ts'

export const maxPageBytes = 5 * 1024 * 1024
const maxAttempts = 5
/** A host that is busy is asked again so often, and left alone no longer than this in between. */
const maxPostponements = 3
const maxPostponementMs = 60_000

const readable = new Set(['', 'text/html', 'application/xhtml+xml', 'text/plain'])

export type ExtractTools = {
  readonly safeFetch: SafeFetch
  readonly reader: PageReader
  readonly store: ContentStore
  /** Resolves when command-api has answered; throws when it refuses for good. */
  readonly command: (subject: string, payload: RecordArticle, signal: AbortSignal) => Promise<unknown>
  readonly log: Log
}

/**
 * Reads the page of a job and has the outcome recorded. Delivered again at any point, it goes on where the
 * outcome is known, and otherwise begins anew, 5 times at most: a page that kills its reader blocks nobody.
 */
export async function extractArticle(
  job: ExtractJob,
  context: JobContext,
  tools: ExtractTools,
): Promise<Outcome> {
  const outcome = (await tools.store.outcomeOf(job)) ?? (await readAndKeep(job, context, tools))
  const { articleId, url, requestId } = job
  await tools.command(
    commandSubjects.recordArticle,
    { commandId: `${requestId}/extracted`, articleId, url, outcome },
    context.signal,
  )
  tools.log.info(
    { articleId, requestId, outcome: outcome.kind === 'failed' ? outcome.reason : 'extracted' },
    'read',
  )
  return outcome
}

async function readAndKeep(job: ExtractJob, context: JobContext, tools: ExtractTools): Promise<Outcome> {
  const { outcome, document } = await attempt(job, context, tools)
  return tools.store.finish(job, outcome, document)
}

type Attempted = { outcome: Outcome; document?: Document }

async function attempt(job: ExtractJob, context: JobContext, tools: ExtractTools): Promise<Attempted> {
  let fetched: Fetched
  try {
    fetched = await tools.safeFetch(job.url, {
      maxBytes: maxPageBytes,
      accepts: type => readable.has(type),
      signal: context.signal,
    })
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    postpone(error, context)
    return failed(reasonOf(error), `${error.code}: ${error.message}`)
  }
  if (looksLikeFile(fetched)) return failed('is-file', 'binary content without a type')

  const attempts = await tools.store.beginAttempt(job)
  if (attempts > maxAttempts) return failed('gave-up', `parsed ${maxAttempts} times without a result`)
  const { finalUrl, contentType, body } = fetched
  return attempted(await tools.reader.read({ url: finalUrl, contentType, body }, job.articleId))
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

/** A busy host is asked again when it wants to be; a longer wait than a person would bear is a failure. */
function postpone(failure: FetchFailure, { delivery }: JobContext): void {
  const isBusy = failure.code === 'host-busy' || failure.status === 429 || failure.status === 503
  const delayMs = failure.retryAfterMs ?? 5_000
  if (!isBusy || delayMs > maxPostponementMs) return
  // Waiting for a place among our own requests to the host is no answer of the host's.
  if (failure.code === 'http-status' && delivery > maxPostponements) return
  throw new RetryLater(Math.max(delayMs, 1_000), failure.message, { cause: failure })
}

/** Without a content type, the first bytes tell: text has no NUL, but in UTF-16, which begins with a mark. */
function looksLikeFile({ contentType, body }: Fetched): boolean {
  const isUtf16 = (body[0] === 0xff && body[1] === 0xfe) || (body[0] === 0xfe && body[1] === 0xff)
  return contentType === '' && !isUtf16 && body.subarray(0, 1_024).includes(0)
}
