import type { ArticleEvent } from '@lectern/contracts/events/article.ts'
import { readArticleEvent, unhandled } from '@lectern/contracts/events/read.ts'
import type { Outcome } from '@lectern/contracts/jobs.ts'
import type { Decider } from './decider.ts'

/** pending: no worker has read it yet, or a person asked for another attempt. */
export type Article =
  | { readonly status: 'pending' }
  | { readonly status: 'ready'; readonly contentHash: string }
  | { readonly status: 'failed' }

/** A worker's outcome for the url. */
export type RecordOutcome = {
  readonly type: 'RecordOutcome'
  readonly articleId: string
  readonly url: string
  readonly outcome: Outcome
  readonly now: string
}
export type RequestRetry = {
  readonly type: 'RequestRetry'
  readonly articleId: string
  readonly url: string
  readonly libraryId: string
  readonly now: string
}
export type ArticleCommand = RecordOutcome | RequestRetry

const evolve = (_article: Article, event: ArticleEvent): Article => {
  switch (event.type) {
    case 'ArticleExtracted':
      return { status: 'ready', contentHash: event.data.contentHash }
    case 'ArticleExtractionFailed':
      return { status: 'failed' }
    case 'ArticleRetryRequested':
      return { status: 'pending' }
    default:
      return unhandled(event)
  }
}

/** The same content again is no new version. A failure never replaces an article that was read. */
const recordOutcome = (command: RecordOutcome, article: Article): ArticleEvent[] => {
  const { articleId, url, outcome, now } = command
  if (outcome.kind === 'extracted') {
    const { kind, ...found } = outcome
    if (article.status === 'ready' && article.contentHash === found.contentHash) return []
    return [{ type: 'ArticleExtracted', data: { articleId, url, ...found, at: now } }]
  }
  if (article.status !== 'pending') return []
  const { reason, detail, page } = outcome
  return [{ type: 'ArticleExtractionFailed', data: { articleId, url, reason, detail, page, at: now } }]
}

/** Only a failed article needs another attempt. */
const requestRetry = (command: RequestRetry, article: Article): ArticleEvent[] => {
  if (article.status !== 'failed') return []
  const { articleId, url, libraryId, now } = command
  return [{ type: 'ArticleRetryRequested', data: { articleId, url, libraryId, at: now } }]
}

const decide = (command: ArticleCommand, article: Article): ArticleEvent[] => {
  switch (command.type) {
    case 'RecordOutcome':
      return recordOutcome(command, article)
    case 'RequestRetry':
      return requestRetry(command, article)
    default:
      return unhandled(command)
  }
}

export const article: Decider<Article, ArticleEvent, ArticleCommand> = {
  initial: () => ({ status: 'pending' }),
  read: readArticleEvent,
  evolve,
  decide,
  weight: () => 300,
}
