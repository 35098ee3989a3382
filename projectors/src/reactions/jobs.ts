import { EventMetadata } from '@lectern/contracts/events/metadata.ts'
import { readEvent } from '@lectern/contracts/events/read.ts'
import { idsIn } from '@lectern/contracts/id-ranges.ts'
import type { ExtractJob } from '@lectern/contracts/jobs.ts'
import { importWork, jobOfLink, pageWork, type Work, workKinds } from '@lectern/contracts/work.ts'
import type { RecordedEvent } from '@lectern/platform/event-store/port.ts'
import { encodePosition } from '@lectern/platform/event-store/position.ts'

/** What follows from an event. */
export type Reaction =
  /** Rows for workers. `unlessKnown`: an article that may have a result already, which needs no row then. */
  | { readonly kind: 'work'; readonly work: readonly (Work & { readonly unlessKnown?: string })[] }
  /** The id of a library or an account whose stream was tombstoned. */
  | { readonly kind: 'erase-traces'; readonly id: string }

/** Each loop has a checkpoint of its own, so that pages never wait for an erasure, and follows the streams with these prefixes. */
export const LOOPS = {
  jobs: { prefixes: ['library-', 'article-'], reacts: 'work' },
  erasures: { prefixes: ['library-', 'account-'], reacts: 'erase-traces' },
} as const satisfies Record<string, { prefixes: readonly string[]; reacts: Reaction['kind'] }>

export type LoopName = keyof typeof LOOPS

/** What follows from an event: nothing from most. @throws UnreadableEvent */
export const reactionTo = (recorded: RecordedEvent): Reaction | undefined => {
  const read = readEvent(recorded)
  if (read.kind === 'deleted') {
    const [, id] = /^(?:library|account)-(.*)$/.exec(read.stream) ?? []
    return id ? { kind: 'erase-traces', id } : undefined
  }
  if (read.kind !== 'library' && read.kind !== 'article') return undefined
  const { type, data } = read.event
  switch (type) {
    case 'LinkSaved':
      return moved(recorded, read.id, data.linkId, data.url)
    case 'LinkEdited':
      return moved(recorded, read.id, data.linkId, data.changes.url)
    case 'LinkPageProvided': {
      const { linkId, pageId, texts } = data
      const position = encodePosition(recorded.position)
      const job = jobOfLink({ libraryId: read.id, linkId, url: texts.url, position })
      return extract(recorded.id, { ...job, articleId: texts.ownArticle, pageId }, false)
    }
    case 'LinkPageRemoved':
      return moved(recorded, read.id, data.linkId, data.texts.url)
    case 'ActUndone': {
      // Texts are those of a single link.
      const change = data.changes.find(({ restored }) => restored.texts)
      const [linkId] = idsIn(change?.links ?? [])
      return linkId === undefined ? undefined : moved(recorded, read.id, linkId, change?.restored.texts?.url)
    }
    case 'LinksImported':
    case 'LinksBroughtBack':
    case 'LinksReceived': {
      const position = encodePosition(recorded.position)
      const work = data.links.map(({ linkId, url }) => {
        const job = jobOfLink({ libraryId: read.id, linkId, url, position })
        const requestId = `${read.id}/${linkId}/bulk`
        return { ...pageWork(workKinds.imported, { ...job, requestId }), unlessKnown: job.articleId }
      })
      return { kind: 'work', work }
    }
    case 'ImportRequested':
      return { kind: 'work', work: [importWork({ libraryId: read.id, importId: data.importId })] }
    case 'ArticleRetryRequested': {
      const { articleId, url, libraryId } = data
      const askedBy = libraryId ?? actorOf(recorded) ?? articleId
      return extract(recorded.id, { articleId, url, askedBy }, false)
    }
    case 'ArticleRereadRequested': {
      const { articleId, url, libraryId } = data
      return extract(recorded.id, { articleId, url, askedBy: libraryId }, false)
    }
    default:
      return undefined
  }
}

/** The page of a link's new address, where it has one. */
const moved = (
  { id, position }: RecordedEvent,
  libraryId: string,
  linkId: number,
  url: string | undefined,
): Reaction | undefined => {
  if (url === undefined) return undefined
  return extract(id, jobOfLink({ libraryId, linkId, url, position: encodePosition(position) }), true)
}

const actorOf = ({ metadata }: RecordedEvent): string | undefined =>
  EventMetadata.pick({ actorId: true }).safeParse(metadata).data?.actorId

const extract = (eventId: string, article: Omit<ExtractJob, 'requestId'>, unlessKnown: boolean): Reaction => {
  const work = pageWork(workKinds.saved, { ...article, requestId: eventId })
  return { kind: 'work', work: [unlessKnown ? { ...work, unlessKnown: article.articleId } : work] }
}
