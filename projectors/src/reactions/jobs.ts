import { articleIdOf, fetchedUrl } from '@lectern/contracts/article-id.ts'
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
  if (read.kind === 'store' || read.kind === 'deleted' || read.kind === 'foreign') return undefined
  const { type, data } = read.event
  switch (type) {
    case 'LinkSaved': {
      const { linkId, url } = data
      const link = { libraryId: read.id, linkId, position: encodePosition(recorded.position) }
      const article = { articleId: articleIdOf(url), url: fetchedUrl(url) }
      return extract(recorded.id, { ...article, askedBy: read.id, link }, true)
    }
    case 'ArticleRetryRequested': {
      const { articleId, url, libraryId } = data
      const askedBy = libraryId ?? actorOf(recorded) ?? articleId
      return extract(recorded.id, { articleId, url, askedBy }, false)
    }
    case 'PlanGranted': {
      const cause = { cause: recorded.id, causeRevision: Number(recorded.revision) }
      const allowance = { libraryId: data.libraryId, plan: data.plan, ...cause }
      return { kind: 'set-allowance', command: { commandId: `${recorded.id}/set-allowance`, ...allowance } }
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
    case 'ArticleExtracted':
    case 'ArticleExtractionFailed':
    case 'AccountOpened':
      return undefined
    default:
      return unhandled(type)
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
