import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { ArticleEvent } from '@lectern/contracts/events/article.ts'
import { readArticleEvent, unhandled } from '@lectern/contracts/events/read.ts'
import type { Outcome } from '@lectern/contracts/jobs.ts'
import { REREAD_MAX_MS, VERSIONS_KEPT } from '@lectern/contracts/limits.ts'
import type { Decider } from './decider.ts'

/** pending: no worker has read it yet, or a person asked for another attempt. */
export type Article =
  | {
      readonly status: 'pending'
      /** Nobody had a link with it any more. Later results count unless an account that was closed asked for them. */
      readonly isForgotten?: true
    }
  | {
      readonly status: 'ready'
      readonly contentHash: string
      /** The last content hashes that it has had and that were not dropped. One that came back is as new as its last coming. */
      readonly versions: ReadonlySet<string>
      /** When a person asked that it be read again; null once that has ended. */
      readonly rereadAt: string | null
    }
  | { readonly status: 'failed' }

/** A worker's outcome for the url. */
export type RecordOutcome = {
  readonly type: 'RecordOutcome'
  readonly articleId: string
  readonly url: string
  readonly outcome: Outcome
  readonly now: string
  /** Absent: nobody looked whether the library that asked for it is closed. */
  readonly known?: { readonly askerIsOpen: boolean }
}
type Asked = {
  readonly articleId: string
  readonly url: string
  readonly libraryId: string
  readonly now: string
}
export type RequestRetry = Asked & { readonly type: 'RequestRetry' }
export type RequestReread = Asked & { readonly type: 'RequestReread' }
export type ForgetArticle = {
  readonly type: 'ForgetArticle'
  readonly articleId: string
  readonly now: string
}
export type DropVersions = {
  readonly type: 'DropVersions'
  readonly articleId: string
  /** Content hashes that notes point to. */
  readonly known: { readonly noted: ReadonlySet<string> }
  readonly now: string
}
export type ArticleCommand = RecordOutcome | RequestRetry | RequestReread | ForgetArticle | DropVersions

/** A page may read differently each time. A note is made on a text of a device, which keeps it for days. */
const VERSIONS_KNOWN = 200

const evolve = (article: Article, event: ArticleEvent): Article => {
  switch (event.type) {
    case 'ArticleExtracted': {
      const { contentHash } = event.data
      const earlier = article.status === 'ready' ? [...article.versions] : []
      const versions = [...earlier.filter(each => each !== contentHash), contentHash].slice(-VERSIONS_KNOWN)
      return { status: 'ready', contentHash, versions: new Set(versions), rereadAt: null }
    }
    case 'ArticleForgotten':
      return { status: 'pending', isForgotten: true }
    case 'ArticleVersionsDropped':
      return article.status === 'ready'
        ? { ...article, versions: without(article.versions, event.data.contentHashes) }
        : article
    case 'ArticleExtractionFailed':
      return { status: 'failed' }
    case 'ArticleRetryRequested':
      return { status: 'pending' }
    case 'ArticleRereadRequested':
      return article.status === 'ready' ? { ...article, rereadAt: event.data.at } : article
    case 'ArticleRereadEnded':
      return article.status === 'ready' ? { ...article, rereadAt: null } : article
    default:
      return unhandled(event)
  }
}

const without = (versions: ReadonlySet<string>, dropped: readonly string[]): ReadonlySet<string> => {
  const left = new Set(versions)
  for (const hash of dropped) left.delete(hash)
  return left
}

/** Content that is read again unchanged is no new version. A failure never replaces an article that was read. */
const recordOutcome = (command: RecordOutcome, article: Article): ArticleEvent[] => {
  const { articleId, url, outcome, now, known } = command
  // A job that was under way must not bring back what went with its account.
  if (article.status === 'pending' && article.isForgotten && !known?.askerIsOpen)
    throw new Rejected('account-closed')
  const rereadEnded = (failure: string | null): ArticleEvent[] => {
    if (article.status !== 'ready' || article.rereadAt === null) return []
    return [{ type: 'ArticleRereadEnded', data: { articleId, url, failure, at: now } }]
  }
  if (outcome.kind === 'extracted') {
    const { kind, ...found } = outcome
    if (article.status === 'ready' && article.contentHash === found.contentHash) return rereadEnded(null)
    return [{ type: 'ArticleExtracted', data: { articleId, url, ...found, at: now } }]
  }
  const { reason, detail, page } = outcome
  if (article.status !== 'pending') return rereadEnded(reason)
  return [{ type: 'ArticleExtractionFailed', data: { articleId, url, reason, detail, page, at: now } }]
}

/** Only a failed article needs another attempt. */
const requestRetry = (command: RequestRetry, article: Article): ArticleEvent[] => {
  if (article.status !== 'failed') return []
  const { articleId, url, libraryId, now } = command
  return [{ type: 'ArticleRetryRequested', data: { articleId, url, libraryId, at: now } }]
}

/** A page that is being read again is not asked for twice, unless that took so long that its job must be lost. */
const requestReread = (command: RequestReread, article: Article): ArticleEvent[] => {
  const { articleId, url, libraryId, now } = command
  if (article.status === 'failed') return requestRetry({ ...command, type: 'RequestRetry' }, article)
  if (article.status === 'pending') return []
  if (article.rereadAt !== null && Date.parse(now) - Date.parse(article.rereadAt) < REREAD_MAX_MS) return []
  return [{ type: 'ArticleRereadRequested', data: { articleId, url, libraryId, at: now } }]
}

/** Forgotten again at once, as after a crash, it is quiet. */
const forgetArticle = ({ articleId, now }: ForgetArticle, article: Article): ArticleEvent[] =>
  article.status === 'pending' && article.isForgotten
    ? []
    : [{ type: 'ArticleForgotten', data: { articleId, at: now } }]

/** The versions that are neither among the newest nor noted. The present text is the newest one. */
const dropVersions = ({ articleId, known, now }: DropVersions, article: Article): ArticleEvent[] => {
  if (article.status !== 'ready') return []
  const older = [...article.versions].slice(0, -VERSIONS_KEPT)
  const contentHashes = older.filter(hash => !known.noted.has(hash))
  if (contentHashes.length === 0) return []
  return [{ type: 'ArticleVersionsDropped', data: { articleId, contentHashes, at: now } }]
}

const decide = (command: ArticleCommand, article: Article): ArticleEvent[] => {
  switch (command.type) {
    case 'RecordOutcome':
      return recordOutcome(command, article)
    case 'RequestRetry':
      return requestRetry(command, article)
    case 'RequestReread':
      return requestReread(command, article)
    case 'ForgetArticle':
      return forgetArticle(command, article)
    case 'DropVersions':
      return dropVersions(command, article)
    default:
      return unhandled(command)
  }
}

const BYTES = 300
const BYTES_A_VERSION = 200

export const article: Decider<Article, ArticleEvent, ArticleCommand> = {
  initial: () => ({ status: 'pending' }),
  read: readArticleEvent,
  evolve,
  decide,
  weight: state => BYTES + (state.status === 'ready' ? state.versions.size * BYTES_A_VERSION : 0),
}
