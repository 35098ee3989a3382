import { articleIdOf, fetchedUrl } from '@lectern/contracts/article-id.ts'
import type { AccountEvent } from '@lectern/contracts/events/account.ts'
import type { ArticleEvent } from '@lectern/contracts/events/article.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { EventMetadata } from '@lectern/contracts/events/metadata.ts'
import type { ExtractJob, SetAllowance } from '@lectern/contracts/jobs.ts'
import type { RecordedEvent } from '@lectern/platform/event-store/port.ts'
import { encodePosition } from '@lectern/platform/event-store/position.ts'
import { libraryIdOf } from '../projections/library-events.ts'

/** What follows from an event. `unlessKnown`: not where the article has a result already. */
export type Reaction =
  | {
      readonly kind: 'extract'
      readonly msgId: string
      readonly job: ExtractJob
      readonly unlessKnown: boolean
    }
  | { readonly kind: 'set-allowance'; readonly command: SetAllowance }

/** Streams whose events lead to something, by what they lead to. */
export const REACTED_PREFIXES = {
  jobs: ['library-', 'article-'],
  allowances: ['account-'],
} as const

/** What is followed in a loop of its own. */
export type ReactionKind = keyof typeof REACTED_PREFIXES

/** Most events lead to nothing. */
export const reactionTo = (event: RecordedEvent): Reaction | undefined => {
  const { type, data } = event as unknown as LibraryEvent | ArticleEvent | AccountEvent
  switch (type) {
    case 'LinkSaved': {
      const { linkId, url } = data
      const libraryId = libraryIdOf(event)
      const link = { libraryId, linkId, position: encodePosition(event.position) }
      const article = { articleId: articleIdOf(url), url: fetchedUrl(url) }
      return extract(event.id, { ...article, askedBy: libraryId, link }, true)
    }
    case 'ArticleRetryRequested': {
      const { articleId, url, libraryId } = data
      return extract(event.id, { articleId, url, askedBy: libraryId ?? actorOf(event) ?? articleId }, false)
    }
    case 'PlanGranted':
      return {
        kind: 'set-allowance',
        command: {
          commandId: `${event.id}/set-allowance`,
          libraryId: data.libraryId,
          plan: data.plan,
          cause: event.id,
          causeRevision: Number(event.revision),
        },
      }
    default:
      return undefined
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
