import type { AccountEvent } from '@lectern/contracts/events/account.ts'
import type { ArticleEvent } from '@lectern/contracts/events/article.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import type { ExtractJob, SetAllowance } from '@lectern/contracts/jobs.ts'
import { articleIdOf, fetchedUrl } from '@lectern/platform/article-id.ts'
import type { RecordedEvent } from '@lectern/platform/event-store/port.ts'

/** What follows from an event. `unlessKnown`: not where the article has a result already. */
export type Reaction =
  | {
      readonly kind: 'extract'
      readonly msgId: string
      readonly job: ExtractJob
      readonly unlessKnown: boolean
    }
  | { readonly kind: 'set-allowance'; readonly command: SetAllowance }

/** Streams whose events lead to something. */
export const REACTED_PREFIXES = ['library-', 'article-', 'account-'] as const

/** Most events lead to nothing. */
export const reactionTo = (event: RecordedEvent): Reaction | undefined => {
  const { type, data } = event as unknown as LibraryEvent | ArticleEvent | AccountEvent
  switch (type) {
    case 'LinkSaved':
      return extract(event.id, { articleId: articleIdOf(data.url), url: fetchedUrl(data.url) }, true)
    case 'ArticleRetryRequested':
      return extract(event.id, { articleId: data.articleId, url: data.url }, false)
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

const extract = (
  eventId: string,
  article: { articleId: string; url: string },
  unlessKnown: boolean,
): Reaction => ({
  kind: 'extract',
  msgId: `${eventId}/extract`,
  job: { ...article, requestId: eventId },
  unlessKnown,
})
