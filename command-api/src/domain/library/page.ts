import { ownArticleIdOf } from '@lectern/contracts/article-id.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { type KnownTexts, TextsMoved } from './edit-link.ts'
import { findLink } from './links.ts'
import type { Library } from './state.ts'

/** A person gives a link the page as they saw it, which was stored under `pageId`. */
export type ProvidePage = {
  readonly type: 'ProvidePage'
  readonly libraryId: string
  readonly linkId: number
  readonly pageId: string
  readonly known: KnownTexts
  readonly now: string
}

/** The link shows the article of its address again. */
export type RemovePage = {
  readonly type: 'RemovePage'
  readonly linkId: number
  readonly known: KnownTexts
  readonly now: string
}

/** A page that is provided again becomes a version of the same article. @throws TextsMoved, Rejected link-not-found */
export const providePage = (command: ProvidePage, library: Library): LibraryEvent[] => {
  const { libraryId, linkId, pageId, known, now } = command
  const texts = textsOf(linkId, known, library)
  const ownArticle = ownArticleIdOf(libraryId, linkId, texts.url)
  return [{ type: 'LinkPageProvided', data: { linkId, pageId, texts: { ...texts, ownArticle }, at: now } }]
}

/** @throws TextsMoved, Rejected link-not-found */
export const removePage = ({ linkId, known, now }: RemovePage, library: Library): LibraryEvent[] => {
  const { ownArticle, ...texts } = textsOf(linkId, known, library)
  return ownArticle ? [{ type: 'LinkPageRemoved', data: { linkId, texts, at: now } }] : []
}

const textsOf = (linkId: number, known: KnownTexts, library: Library) => {
  if (findLink(library, linkId).textsAt !== known.textsAt) throw new TextsMoved()
  return known.texts
}
