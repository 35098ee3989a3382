import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { toIdRanges } from '@lectern/contracts/id-ranges.ts'
import { toRuns } from '@lectern/contracts/runs.ts'
import { fits } from './before.ts'
import { hasEnded } from './import-state.ts'
import type { CollectionState, Library, LinkState } from './state.ts'
import { packTags } from './tags.ts'

/** What the events of an import and the notebook say about it. */
export type ImportFacts = {
  /** Its last event was found. */
  readonly isWhole: boolean
  /** Its links, also those that are gone. */
  readonly linkIds: readonly number[]
  /** The collections that it made, as it made them. */
  readonly collections: readonly (Pick<CollectionState, 'name' | 'color' | 'description'> & {
    readonly id: number
  })[]
  /** Its duplicates added these to links. */
  readonly added: ReadonlyMap<number, Added>
  /** Its notes, and all others on its links. */
  readonly notes: readonly Note[]
}
/** collectionId null: it was in a folder before. */
export type Added = { readonly tags: readonly string[]; readonly collectionId: number | null }
type Note = {
  readonly id: number
  readonly linkId: number
  /** It came with this import. */
  readonly isImported: boolean
  /** A person changed it since. */
  readonly isRevised: boolean
}

/** Removes what an import brought. It is final. */
export type UndoImport = {
  readonly type: 'UndoImport'
  readonly importId: string
  /** Remove what a later act changed, too. */
  readonly includeTouched: boolean
  /** Or these of it. Ids of other things mean nothing. */
  readonly chosen: {
    readonly links: readonly number[]
    readonly notes: readonly number[]
    readonly collections: readonly number[]
  }
  readonly known: ImportFacts
  readonly now: string
}

/** Ids of what goes and of what is left, since a later act changed it. */
type Parts = { readonly links: number[]; readonly notes: number[]; readonly collections: number[] }
/** `back` are links that lose what was added to them, with what they then have. */
export type ImportUndoing = {
  readonly goes: Parts
  readonly left: Parts
  readonly back: ReadonlyMap<number, Pick<LinkState, 'tags' | 'collectionId'>>
  readonly revisedNotes: number[]
}

/**
 * [] where later acts changed everything that is left of the import.
 * @throws Rejected undone-already, import-running, import-empty, too-large-to-undo
 */
export const undoImport = (command: UndoImport, library: Library): LibraryEvent[] => {
  const { importId, now } = command
  const { goes, left, back, revisedNotes } = planUndoing(command, library)
  if (isNothing(goes) && isNothing(left) && back.size === 0) throw new Rejected('import-empty')
  if (isNothing(goes) && back.size === 0) return []
  const data = {
    ...{ importId, links: toIdRanges(goes.links), collections: toIdRanges(goes.collections) },
    ...{ noteCount: goes.notes.length, revisedNotes: toIdRanges(revisedNotes), at: now },
    ...(back.size > 0 && { takenBack: takenBack(back) }),
    left: {
      links: toIdRanges(left.links),
      collections: toIdRanges(left.collections),
      notes: toIdRanges(left.notes),
    },
  }
  if (!fits(data)) throw new Rejected('too-large-to-undo')
  return [{ type: 'ImportUndone', data }]
}

/** @throws Rejected undone-already, import-running, too-large-to-undo */
export const planUndoing = (command: UndoImport, library: Library): ImportUndoing => {
  const { importId, known } = command
  if (library.undoneImports.has(importId)) throw new Rejected('undone-already')
  const found = library.imports.get(importId)
  if (found !== undefined && !hasEnded(found)) throw new Rejected('import-running')
  if (!known.isWhole) throw new Rejected('too-large-to-undo')
  const chosen = { links: new Set(command.chosen.links), notes: new Set(command.chosen.notes) }
  const isWanted = (kind: keyof typeof chosen, id: number) => command.includeTouched || chosen[kind].has(id)

  const stays = (note: Note) => !note.isImported || (note.isRevised && !isWanted('notes', note.id))
  const noted = new Set(known.notes.filter(stays).map(note => note.linkId))
  const [goes, left] = [nothing(), nothing()]
  for (const linkId of known.linkIds) {
    const link = library.links.get(linkId)
    if (link === undefined) continue
    const isTouched = link.isChanged || noted.has(linkId)
    ;(isTouched && !isWanted('links', linkId) ? left : goes).links.push(linkId)
  }
  const gone = new Set(goes.links)
  const revisedNotes: number[] = []
  for (const note of known.notes) {
    const isOnGone = gone.has(note.linkId)
    if (isOnGone || !stays(note)) goes.notes.push(note.id)
    else if (note.isImported) left.notes.push(note.id)
    if (!isOnGone && !stays(note) && note.isRevised) revisedNotes.push(note.id)
  }
  const back = linksBack(known, library)
  splitCollections(command, library, { gone, goes, left, back })
  return { goes, left, back, revisedNotes }
}

/** Tags that were added go, whatever a person did with the others since; a link that is still in the folder leaves it. */
const linksBack = ({ linkIds, added }: ImportFacts, library: Library): ImportUndoing['back'] => {
  const own = new Set(linkIds)
  const back = new Map<number, Pick<LinkState, 'tags' | 'collectionId'>>()
  for (const [linkId, more] of [...added].toSorted(([a], [b]) => a - b)) {
    const link = library.links.get(linkId)
    if (link === undefined || own.has(linkId)) continue
    const tags = link.tags.filter(tag => !more.tags.includes(tag))
    const leaves = more.collectionId !== null && link.collectionId === more.collectionId
    if (tags.length === link.tags.length && !leaves) continue
    back.set(linkId, { tags, collectionId: leaves ? null : link.collectionId })
  }
  return back
}

const takenBack = (back: ImportUndoing['back']) => ({
  links: toIdRanges([...back.keys()]),
  after: {
    tags: packTags(Array.from(back.values(), ({ tags }) => tags)),
    collectionId: toRuns(Array.from(back.values(), ({ collectionId }) => collectionId)),
  },
})

/** A collection with other links stays in any case: deleting it would move them. */
const splitCollections = (
  { known, includeTouched, chosen }: UndoImport,
  library: Library,
  { gone, goes, left, back }: Pick<ImportUndoing, 'goes' | 'left' | 'back'> & { gone: ReadonlySet<number> },
): void => {
  const used = usedCollections(library, gone, back)
  for (const { id, ...made } of known.collections) {
    const collection = library.collections.get(id)
    if (collection === undefined) continue
    const isEdited = (['name', 'color', 'description'] as const).some(
      field => collection[field] !== made[field],
    )
    const isWanted = !isEdited || includeTouched || chosen.collections.includes(id)
    ;(isWanted && !used.has(id) ? goes : left).collections.push(id)
  }
}

/** The collections that have links. @param gone links that do not count @param back links that will be elsewhere */
export const usedCollections = (
  library: Library,
  gone: ReadonlySet<number>,
  back: ReadonlyMap<number, Pick<LinkState, 'collectionId'>>,
): ReadonlySet<number | null> => {
  const used = new Set<number | null>()
  for (const [linkId, link] of library.links)
    if (!gone.has(linkId)) used.add((back.get(linkId) ?? link).collectionId)
  return used
}

const nothing = (): Parts => ({ links: [], notes: [], collections: [] })

const isNothing = ({ links, notes, collections }: Parts): boolean =>
  links.length + notes.length + collections.length === 0
