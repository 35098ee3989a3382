import { articleIdOf, fetchedUrl } from '@lectern/contracts/article-id.ts'
import type { AccountEvent } from '@lectern/contracts/events/account.ts'
import type { ArticleEvent } from '@lectern/contracts/events/article.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { EventMetadata } from '@lectern/contracts/events/metadata.ts'
import { readEvent, unhandled } from '@lectern/contracts/events/read.ts'
import type { ExtractJob, SetAllowance } from '@lectern/contracts/jobs.ts'
import type { RecordedEvent } from '@lectern/platform/event-store/port.ts'
import { encodePosition } from '@lectern/platform/event-store/position.ts'

/** A job or command that follows from an event. `unlessKnown`: skip it where the article has a result already. */
export type Reaction =
  | {
      readonly kind: 'extract'
      readonly msgId: string
      readonly job: ExtractJob
      readonly unlessKnown: boolean
    }
  | { readonly kind: 'set-allowance'; readonly command: SetAllowance }

/** Each kind has a loop and a checkpoint of its own, and follows the streams with these prefixes. */
export const REACTED_PREFIXES = {
  jobs: ['library-', 'article-'],
  allowances: ['account-'],
} as const

export type ReactionKind = keyof typeof REACTED_PREFIXES

/** undefined for most events. @throws UnreadableEvent */
export const reactionTo = (recorded: RecordedEvent): Reaction | undefined => {
  const read = readEvent(recorded)
  switch (read.kind) {
    case 'library':
      return toLibraryEvent(recorded, read.id, read.event)
    case 'article':
      return toArticleEvent(recorded, read.event)
    case 'account':
      return toAccountEvent(recorded, read.event)
    case 'store':
    case 'deleted':
    case 'foreign':
      return undefined
    default:
      return unhandled(read)
  }
}

const toLibraryEvent = (
  { id, position }: RecordedEvent,
  libraryId: string,
  event: LibraryEvent,
): Reaction | undefined => {
  switch (event.type) {
    case 'LinkSaved': {
      const { linkId, url } = event.data
      const link = { libraryId, linkId, position: encodePosition(position) }
      const article = { articleId: articleIdOf(url), url: fetchedUrl(url) }
      return extract(id, { ...article, askedBy: libraryId, link }, true)
    }
    case 'LibraryOpened':
    case 'AllowanceChanged':
    case 'LinkFavorited':
    case 'LinkUnfavorited':
    case 'LinkArchived':
    case 'LinkUnarchived':
    case 'LinkDeleted':
    case 'LinkCollected':
    case 'LinksEdited':
    case 'LinksDeleted':
    case 'CollectionCreated':
    case 'CollectionEdited':
    case 'CollectionDeleted':
      return undefined
    default:
      return unhandled(event)
  }
}

const toArticleEvent = (recorded: RecordedEvent, event: ArticleEvent): Reaction | undefined => {
  switch (event.type) {
    case 'ArticleRetryRequested': {
      const { articleId, url, libraryId } = event.data
      const askedBy = libraryId ?? actorOf(recorded) ?? articleId
      return extract(recorded.id, { articleId, url, askedBy }, false)
    }
    case 'ArticleExtracted':
    case 'ArticleExtractionFailed':
      return undefined
    default:
      return unhandled(event)
  }
}

const toAccountEvent = ({ id, revision }: RecordedEvent, event: AccountEvent): Reaction | undefined => {
  switch (event.type) {
    case 'PlanGranted': {
      const { libraryId, plan } = event.data
      const cause = { cause: id, causeRevision: Number(revision) }
      return {
        kind: 'set-allowance',
        command: { commandId: `${id}/set-allowance`, libraryId, plan, ...cause },
      }
    }
    case 'AccountOpened':
      return undefined
    default:
      return unhandled(event)
  }
}

const actorOf = ({ metadata }: RecordedEvent): string | undefined =>
  EventMetadata.pick({ actorId: true }).safeParse(metadata).data?.actorId

const extract = (
  eventId: string,
  article: Omit<ExtractJob, 'requestId'>,
  unlessKnown: boolean,
): Reaction => ({
  kind: 'extract',
  msgId: `${eventId}/extract`,
  job: { ...article, requestId: eventId },
  unlessKnown,
})
