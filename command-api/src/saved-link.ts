import { shownArticleOf } from '@lectern/contracts/article-id.ts'
import { articleStream } from '@lectern/contracts/events/article.ts'
import { type LinkTexts, libraryStream, textsAfter } from '@lectern/contracts/events/library.ts'
import { readArticleEvent, readLibraryEvent } from '@lectern/contracts/events/read.ts'
import { titleOfPage } from '@lectern/contracts/titles.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { LinkState } from './domain/library/state.ts'
import { eventAt } from './event-at.ts'

/** Reads the texts of a link, which the state does not hold. @param textsAt of its state */
export const readTexts = async (
  store: EventStore,
  libraryId: string,
  { linkId, textsAt }: { linkId: number; textsAt: number },
): Promise<LinkTexts> => {
  const { type, data } = readLibraryEvent(await eventAt(store, libraryStream(libraryId), textsAt))
  if (type === 'LinkEdited') return textsAfter(data)
  if (type === 'LinkPageProvided' || type === 'LinkPageRemoved') return data.texts
  if (type === 'ActUndone' && data.restored.texts) return data.restored.texts
  const link = type === 'LinksImported' ? data.links.find(each => each.linkId === linkId) : undefined
  const saved = type === 'LinkSaved' ? data : link
  if (saved === undefined)
    throw new Error(`Event ${textsAt} of library ${libraryId} has no texts of link ${linkId}`)
  const { url, urlKey, title, titleFrom = 'person', note } = saved
  return { url, urlKey, title, titleFrom, note }
}

/** Reads when a link was saved. @param savedAt of its state */
export const readCreatedAt = async (
  store: EventStore,
  libraryId: string,
  { linkId, savedAt }: { linkId: number; savedAt: number },
): Promise<string> => {
  const { type, data } = readLibraryEvent(await eventAt(store, libraryStream(libraryId), savedAt))
  if (type === 'LinkSaved') return data.at
  const link = type === 'LinksImported' ? data.links.find(each => each.linkId === linkId) : undefined
  if (link !== undefined) return link.savedAt
  throw new Error(`Event ${savedAt} of library ${libraryId} did not save link ${linkId}`)
}

/** A link as lists show it: the title is that of the page where the person typed none. */
export const readShownLink = async (
  store: EventStore,
  libraryId: string,
  { linkId, savedAt, textsAt }: Pick<LinkState, 'savedAt' | 'textsAt'> & { linkId: number },
): Promise<LinkTexts & { createdAt: string }> => {
  const texts = await readTexts(store, libraryId, { linkId, textsAt })
  const createdAt = await readCreatedAt(store, libraryId, { linkId, savedAt })
  const ofPage = texts.titleFrom === 'page' ? await readPageTitle(store, shownArticleOf(texts)) : null
  return { ...texts, title: ofPage ?? texts.title, createdAt }
}

/** Attempts at a page after which no older title is looked for. */
const LOOKED_BACK = 20

const readPageTitle = async (store: EventStore, articleId: string): Promise<string | null> => {
  const range = { direction: 'backwards', maxCount: LOOKED_BACK } as const
  for await (const recorded of store.readStream(articleStream(articleId), range)) {
    const { type, data } = readArticleEvent(recorded)
    if (type === 'ArticleExtracted') return titleOfPage(data.title)
    if (type === 'ArticleExtractionFailed') return titleOfPage(data.page?.title ?? null)
  }
  return null
}
