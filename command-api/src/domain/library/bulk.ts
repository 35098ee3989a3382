import type { LibraryEvent, LinkChanges } from '@lectern/contracts/events/library.ts'
import { idsIn, toIdRanges } from '@lectern/contracts/id-ranges.ts'
import { beforeIfFits, linksBefore } from './before.ts'
import { findCollection } from './collections.ts'
import type { Library, LinkState } from './state.ts'
import { findTags, type LinkTags } from './tags.ts'

/** One act on many links. Unknown ids are skipped. */
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

/** [] where every link is as wanted. Otherwise the event names all links that were found; the answer counts them. */
export const editLinks = ({ linkIds, changes, now }: EditLinks, library: Library): LibraryEvent[] => {
  if (changes.collectionId != null) findCollection(library, changes.collectionId)
  const found = foundAmong(library, linkIds)
  const tags = changes.tags && findTags(library.tags, changes.tags)
  if ([...found.values()].every(link => isAsWanted(link, changes, tags))) return []
  const links = toIdRanges(found.keys())
  const inOrder = Array.from(idsIn(links), linkId => found.get(linkId) as LinkState)
  const data = { links, changes, at: now }
  const before = beforeIfFits(linksBefore(library, inOrder, changes), data)
  return [{ type: 'LinksEdited', data: { ...data, before } }]
}

export const deleteLinks = ({ linkIds, now }: DeleteLinks, library: Library): LibraryEvent[] => {
  const found = foundAmong(library, linkIds)
  if (found.size === 0) return []
  return [{ type: 'LinksDeleted', data: { links: toIdRanges(found.keys()), at: now } }]
}

/** The links that the library has among these ids, each once. */
export const foundAmong = (library: Library, linkIds: readonly number[]): Map<number, LinkState> => {
  const found = new Map<number, LinkState>()
  for (const linkId of linkIds) {
    const link = library.links.get(linkId)
    if (link !== undefined) found.set(linkId, link)
  }
  return found
}

/** @param tags those of `changes`; undefined where no link has them */
const isAsWanted = (link: LinkState, changes: LinkChanges, tags: LinkTags | undefined): boolean => {
  const { isFavorite, isArchived, collectionId } = changes
  return (
    (isFavorite === undefined || isFavorite === link.favorite) &&
    (isArchived === undefined || isArchived === link.archived) &&
    (collectionId === undefined || collectionId === link.collectionId) &&
    (changes.tags === undefined || tags === link.tags)
  )
}
