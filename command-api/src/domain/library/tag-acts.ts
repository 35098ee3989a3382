import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { toIdRanges } from '@lectern/contracts/id-ranges.ts'
import { tagKey, tagName } from '@lectern/contracts/tags.ts'
import { beforeIfFits, checkUndoable } from './before.ts'
import type { Library, LinkState } from './state.ts'
import { packTags, spellingsOf } from './tags.ts'

export type RenameTag = {
  readonly type: 'RenameTag'
  readonly from: string
  readonly to: string
  readonly ifUndoable?: boolean | undefined
  readonly now: string
}
export type MergeTags = {
  readonly type: 'MergeTags'
  readonly from: readonly string[]
  readonly into: string
  readonly ifUndoable?: boolean | undefined
  readonly now: string
}
export type DeleteTag = {
  readonly type: 'DeleteTag'
  readonly tag: string
  /** Refuse an act that could not be undone, as the others do. */
  readonly ifUndoable?: boolean | undefined
  readonly now: string
}
export type TagCommand = RenameTag | MergeTags | DeleteTag

/** The new name may be another spelling of the tag. @throws Rejected tag-not-found, tag-taken */
export const renameTag = ({ from, to: given, ...how }: RenameTag, library: Library): LibraryEvent[] => {
  const to = tagName(given)
  const all = spellingsOf(library.tags, from)
  if (linksWith(library, all).length === 0) throw new Rejected('tag-not-found')
  const isSame = tagKey(from) === tagKey(to)
  if (!isSame && linksWith(library, spellingsOf(library.tags, to)).length > 0) throw new Rejected('tag-taken')
  const others = all.filter(tag => tag !== to)
  const links = linksWith(library, others)
  if (links.length === 0 && all[0] === to) return []
  return [{ type: 'TagRenamed', data: { to, ...retagging(others, links, how) } }]
}

/** The tag that stays keeps its spelling in the library. @throws Rejected tag-not-found */
export const mergeTags = ({ from, into, ...how }: MergeTags, library: Library): LibraryEvent[] => {
  const kept = spellingsOf(library.tags, into)
  const to = kept[0] ?? tagName(into)
  const spellings = new Set([...from.flatMap(tag => spellingsOf(library.tags, tag)), ...kept])
  spellings.delete(to)
  const links = linksWith(library, [...spellings])
  if (links.length === 0) throw new Rejected('tag-not-found')
  return [{ type: 'TagsMerged', data: { to, ...retagging([...spellings], links, how) } }]
}

/** @throws Rejected tag-not-found */
export const deleteTag = ({ tag, ...how }: DeleteTag, library: Library): LibraryEvent[] => {
  const spellings = spellingsOf(library.tags, tag)
  const links = linksWith(library, spellings)
  if (links.length === 0) throw new Rejected('tag-not-found')
  return [{ type: 'TagDeleted', data: retagging(spellings, links, how) }]
}

type Found = readonly (readonly [linkId: number, link: LinkState])[]

/** In ascending order of ids. */
export const linksWith = (library: Library, names: readonly string[]): Found => {
  const sought = names.filter(name => library.tags.names.has(name))
  if (sought.length === 0) return []
  const found = [...library.links].filter(([, { tags }]) => sought.some(name => tags.includes(name)))
  return found.toSorted(([a], [b]) => a - b)
}

const retagging = (
  from: readonly string[],
  found: Found,
  { ifUndoable, now }: Pick<RenameTag, 'ifUndoable' | 'now'>,
) => {
  const data = { from: [...from], links: toIdRanges(found.map(([linkId]) => linkId)), at: now }
  const before = beforeIfFits(packTags(found.map(([, { tags }]) => tags)), data)
  checkUndoable(before, ifUndoable)
  return { ...data, before }
}
