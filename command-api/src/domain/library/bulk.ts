import type { LibraryEvent, LinkChanges } from '@lectern/contracts/events/library.ts'
import { toIdRanges } from '@lectern/contracts/id-ranges.ts'
import { findCollection } from './collections.ts'
import { type Library, type LinkEdit, type LinkState, toLinkEdit } from './state.ts'

/** One act on many links. Ids that are not there are skipped. */
export type EditLinks = {
  readonly type: 'EditLinks'
  readonly linkIds: readonly number[]
  readonly changes: LinkChanges
  readonly now: string
}

export type DeleteLinks = {
  readonly type: 'DeleteLinks'
  readonly linkIds: readonly number[]
  readonly now: string
}

/** Stays quiet where every link is as wanted; else names all that were found, which the answer counts. */
export const editLinks = ({ linkIds, changes, now }: EditLinks, library: Library): LibraryEvent[] => {
  if (changes.collectionId != null) findCollection(library, changes.collectionId)
  const found = foundAmong(library, linkIds)
  const edit = toLinkEdit(changes)
  if ([...found.values()].every(link => isAsWanted(link, edit))) return []
  return [{ type: 'LinksEdited', data: { links: toIdRanges(found.keys()), changes, at: now } }]
}

export const deleteLinks = ({ linkIds, now }: DeleteLinks, library: Library): LibraryEvent[] => {
  const found = foundAmong(library, linkIds)
  if (found.size === 0) return []
  return [{ type: 'LinksDeleted', data: { links: toIdRanges(found.keys()), at: now } }]
}

/** Those of the ids that the library has, each once. */
export const foundAmong = (library: Library, linkIds: readonly number[]): Map<number, LinkState> => {
  const found = new Map<number, LinkState>()
  for (const linkId of linkIds) {
    const link = library.links.get(linkId)
    if (link !== undefined) found.set(linkId, link)
  }
  return found
}

const isAsWanted = (link: LinkState, { favorite, archived, collectionId, tags }: LinkEdit): boolean =>
  (favorite === undefined || favorite === link.favorite) &&
  (archived === undefined || archived === link.archived) &&
  (collectionId === undefined || collectionId === link.collectionId) &&
  (tags === undefined || tags === link.tags)
