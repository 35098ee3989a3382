import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LibraryEvent, LinkChanges } from '@lectern/contracts/events/library.ts'
import { idsIn, toIdRanges } from '@lectern/contracts/id-ranges.ts'
import { hasRoom, retagOf } from '@lectern/contracts/tags.ts'
import { beforeIfFits, checkUndoable, linksBefore } from './before.ts'
import { findCollection } from './collections.ts'
import type { Library, LinkState } from './state.ts'
import { areSame, retagger, speller, spellingsOf } from './tags.ts'

/** One act on many links. Unknown ids are skipped. */
export type EditLinks = {
  readonly type: 'EditLinks'
  readonly linkIds: readonly number[]
  readonly changes: LinkChanges
  /** Refuse an edit that could not be undone. */
  readonly ifUndoable?: boolean | undefined
  readonly now: string
}

export type DeleteLinks = {
  readonly type: 'DeleteLinks'
  readonly linkIds: readonly number[]
  readonly now: string
}

/** [] where every link is as wanted. Otherwise the event names all links that were found; the answer counts them. */
export const editLinks = (command: EditLinks, library: Library): LibraryEvent[] => {
  const { linkIds, now } = command
  const changes = spelled(command.changes, library)
  if (changes.collectionId != null) findCollection(library, changes.collectionId)
  const found = foundAmong(library, linkIds)
  const hasTags = tagsCheck(changes)
  // Every link is checked, also where one is known to change.
  const others = [...found.values()].filter(link => !hasTags(link.tags) || !isAsWanted(link, changes))
  if (others.length === 0) return []
  const links = toIdRanges(found.keys())
  const inOrder = Array.from(idsIn(links), linkId => found.get(linkId) as LinkState)
  const data = { links, changes, at: now }
  const before = beforeIfFits(linksBefore(inOrder, changes), data)
  checkUndoable(before, command.ifUndoable)
  return [{ type: 'LinksEdited', data: { ...data, before } }]
}

/** Tags in their spelling in the library. Of a tag that goes, and of one that is added, every other spelling goes. */
const spelled = ({ tags, addTags, removeTags, ...changes }: LinkChanges, { tags: known }: Library) => {
  const spell = speller(known)
  const add = spell(addTags ?? [])
  const others = [...(removeTags ?? []), ...add].flatMap(tag => spellingsOf(known, tag))
  const remove = [...new Set(others)].filter(tag => !add.includes(tag))
  return {
    ...changes,
    ...(tags && { tags: spell(tags) }),
    ...(add.length > 0 && { addTags: add }),
    ...(remove.length > 0 && { removeTags: remove }),
  } satisfies LinkChanges
}

/** Tells whether a link has the tags that the edit leads to. @throws Rejected too-many-tags */
const tagsCheck = (changes: LinkChanges): ((tags: readonly string[]) => boolean) => {
  const { tags: wanted } = changes
  if (wanted !== undefined) return tags => areSame(tags, wanted)
  const retag = retagOf(changes)
  if (retag === undefined) return () => true
  const afterOf = retagger(retag)
  return tags => {
    const after = afterOf(tags)
    if (!hasRoom(tags, after)) throw new Rejected('too-many-tags')
    return areSame(tags, after)
  }
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

const isAsWanted = (link: LinkState, { isFavorite, isArchived, collectionId }: LinkChanges): boolean =>
  (isFavorite === undefined || isFavorite === link.favorite) &&
  (isArchived === undefined || isArchived === link.archived) &&
  (collectionId === undefined || collectionId === link.collectionId)
