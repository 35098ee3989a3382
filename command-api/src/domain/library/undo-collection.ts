import { Rejected } from '@lectern/contracts/api/errors.ts'
import { COLLECTIONS_MAX } from '@lectern/contracts/collections.ts'
import type { CollectionChanges, LibraryEvent } from '@lectern/contracts/events/library.ts'
import { idsIn, toIdRanges } from '@lectern/contracts/id-ranges.ts'
import { fits } from './before.ts'
import { deletionOf, findCollection } from './collections.ts'
import type { Act } from './effect.ts'
import type { Library } from './state.ts'

type Data<Type extends LibraryEvent['type']> = Extract<LibraryEvent, { type: Type }>['data']
type Undoing = { readonly known: Act; readonly now: string }

const FIELDS = ['name', 'description', 'color'] as const
export type CollectionField = (typeof FIELDS)[number]

/** A field that has another value than the edit gave it was changed by a later act, and is left. */
export const undoCollectionEdit = (
  edited: Data<'CollectionEdited'>,
  { known: { commandId: undone }, now }: Undoing,
  library: Library,
): LibraryEvent[] => {
  const { collectionId, before } = edited
  const { goBack } = splitFields(edited, library)
  findCollection(library, collectionId)
  if (goBack.length === 0) return []
  const changes = only(before, goBack)
  return [
    {
      type: 'CollectionEdited',
      data: { collectionId, undone, changes, before: only(edited.changes, goBack), at: now },
    },
  ]
}

/** Which fields of an edit can have their values back. @throws Rejected not-undoable */
export const splitFields = (
  { collectionId, changes, before }: Data<'CollectionEdited'>,
  library: Library,
): { goBack: CollectionField[]; left: CollectionField[] } => {
  if (before === null) throw new Rejected('not-undoable')
  const collection = library.collections.get(collectionId)
  const edited = FIELDS.filter(field => changes[field] !== undefined)
  const [goBack, left] = [[] as CollectionField[], [] as CollectionField[]]
  for (const field of edited) (collection?.[field] === changes[field] ? goBack : left).push(field)
  return { goBack, left }
}

const only = (values: CollectionChanges | null, fields: readonly CollectionField[]) =>
  Object.fromEntries(fields.map(field => [field, values?.[field]])) as CollectionChanges

/** The collection is as it was before its deletion, and its links are in it again. @throws Rejected undone-already where it is there */
export const restoreCollection = (
  deleted: Data<'CollectionDeleted'>,
  { known, now }: Undoing,
  library: Library,
): LibraryEvent[] => {
  const { collectionId, before } = deleted
  if (before === null) throw new Rejected('not-undoable')
  if (library.collections.has(collectionId)) throw new Rejected('undone-already')
  if (library.collections.size >= COLLECTIONS_MAX) throw new Rejected('too-many-collections')
  const { goBack, left } = membersOf(deleted, library)
  const { name, description, color } = before
  const members = { links: toIdRanges(goBack), left: toIdRanges(left) }
  const data = { undone: known.commandId, collectionId, name, description, color, ...members, at: now }
  if (!fits(data)) throw new Rejected('too-large-to-undo')
  return [{ type: 'CollectionRestored', data }]
}

/** The links of a deleted collection; those that are in none go back. @throws Rejected not-undoable */
export const membersOf = (
  { before }: Data<'CollectionDeleted'>,
  library: Library,
): { goBack: number[]; left: number[] } => {
  if (before === null) throw new Rejected('not-undoable')
  const { true: goBack = [], false: left = [] } = Object.groupBy(idsIn(before.links), linkId =>
    library.links.get(linkId)?.collectionId === null ? 'true' : 'false',
  )
  return { goBack, left }
}

/** Deletes a collection that was brought back. It stays where it was edited since, or has links that the act did not put into it. */
export const deleteAgain = (
  restored: Data<'CollectionRestored'>,
  { known, now }: Undoing,
  library: Library,
): LibraryEvent[] => {
  const { collectionId } = restored
  if (!library.collections.has(collectionId)) throw new Rejected('undone-already')
  const { added, left } = inRestored(restored, library)
  if (added.length > 0 || left.fields.length > 0) return []
  return [deletionOf(library, { collectionId, undone: known.commandId, now })]
}

/** What happened since to a collection that was brought back. `added` are links that are in it, but not by the act. */
export const inRestored = (restored: Data<'CollectionRestored'>, library: Library) => {
  const { collectionId } = restored
  const ids = new Set(idsIn(restored.links))
  const collection = library.collections.get(collectionId)
  const fields = FIELDS.filter(field => collection !== undefined && collection[field] !== restored[field])
  const added = [...library.links].flatMap(([linkId, link]) =>
    link.collectionId === collectionId && !ids.has(linkId) ? [linkId] : [],
  )
  const movedAway = [...ids].filter(linkId => library.links.get(linkId)?.collectionId !== collectionId)
  return { added, left: { links: [...added, ...movedAway], fields } }
}
