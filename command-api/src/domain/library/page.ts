import { ownArticleIdOf } from '@lectern/contracts/article-id.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { findLink } from './links.ts'
import type { Library } from './state.ts'

/** A person gives a link the page as they saw it, which was stored under `pageId`. */
export type ProvidePage = {
  readonly type: 'ProvidePage'
  readonly libraryId: string
  readonly linkId: number
  readonly pageId: string
  readonly now: string
}

/** The link shows the article of its address again. */
export type RemovePage = {
  readonly type: 'RemovePage'
  readonly linkId: number
  readonly now: string
}

/** A page that is provided again becomes a version of the same article. @throws Rejected link-not-found */
export const providePage = (command: ProvidePage, library: Library): LibraryEvent[] => {
  const { libraryId, linkId, pageId, now } = command
  const { texts } = findLink(library, linkId)
  const ownArticle = ownArticleIdOf(libraryId, linkId, texts.url)
  return [{ type: 'LinkPageProvided', data: { linkId, pageId, texts: { ...texts, ownArticle }, at: now } }]
}

/** @throws Rejected link-not-found */
export const removePage = ({ linkId, now }: RemovePage, library: Library): LibraryEvent[] => {
  const { ownArticle, ...texts } = findLink(library, linkId).texts
  return ownArticle ? [{ type: 'LinkPageRemoved', data: { linkId, texts, at: now } }] : []
}
