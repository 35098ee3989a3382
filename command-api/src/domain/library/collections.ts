import { Rejected } from '@lectern/contracts/api/errors.ts'
import { COLLECTIONS_MAX } from '@lectern/contracts/collections.ts'
import type { CollectionChanges, LibraryEvent } from '@lectern/contracts/events/library.ts'
import { toIdRanges } from '@lectern/contracts/id-ranges.ts'
import { idOfClient, mayBeForgotten } from '../client-ids.ts'
import { beforeIfFits } from './before.ts'
import { findLink } from './links.ts'
import type { CollectionState, Library } from './state.ts'

export type CreateCollection = {
  readonly type: 'CreateCollection'
  /** The client's own id of the collection. */
  readonly clientId?: string | null | undefined
  readonly name: string
  readonly description: string | null
  readonly color: string
  readonly now: string
}

/** Absent fields stay as they are. */
export type EditCollection = {
  readonly type: 'EditCollection'
  readonly collectionId: number
  readonly name?: string | undefined
  readonly description?: string | null | undefined
  readonly color?: string | undefined
  readonly now: string
}

export type DeleteCollection = {
  readonly type: 'DeleteCollection'
  readonly collectionId: number
  readonly now: string
}

/** null takes the link out of its collection. */
export type CollectLink = {
  readonly type: 'CollectLink'
  readonly linkId: number
  readonly collectionId: number | null
  readonly now: string
}

/**
 * Collections may share a name: their ids tell them apart. One that the client has given an id already is not made again, nor one with
 * the name of another where the id may be one that the library has forgotten.
 */
export const createCollection = (command: CreateCollection, library: Library): LibraryEvent[] => {
  if (!library.opened) throw new Rejected('not-found')
  const { clientId, name, description, color, now } = command
  const ids = library.collectionsOfClients
  if (clientId != null && idOfClient(ids, clientId) !== undefined) return []
  if (clientId != null && mayBeForgotten(ids, clientId, now) && hasNamed(library, name))
    throw new Rejected('may-be-made', {}, 'A collection with this name is there already.')
  if (library.collections.size >= COLLECTIONS_MAX) throw new Rejected('too-many-collections')
  const collectionId = library.nextCollectionId
  const ofClient = clientId == null ? {} : { clientId }
  return [
    { type: 'CollectionCreated', data: { collectionId, ...ofClient, name, description, color, at: now } },
  ]
}

const hasNamed = ({ collections }: Library, name: string): boolean =>
  [...collections.values()].some(collection => collection.name === name)

export const editCollection = (command: EditCollection, library: Library): LibraryEvent[] => {
  const { collectionId, now } = command
  const collection = findCollection(library, collectionId)
  const changed = (['name', 'description', 'color'] as const).filter(
    field => command[field] !== undefined && command[field] !== collection[field],
  )
  if (changed.length === 0) return []
  const changedOf = (from: EditCollection | CollectionState) =>
    Object.fromEntries(changed.map(field => [field, from[field]])) as CollectionChanges
  const [changes, before] = [changedOf(command), changedOf(collection)]
  return [{ type: 'CollectionEdited', data: { collectionId, changes, before, at: now } }]
}

export const deleteCollection = (command: DeleteCollection, library: Library): LibraryEvent[] => [
  deletionOf(library, command),
]

/** @param undone the command that the deletion takes back @throws Rejected collection-not-found */
export const deletionOf = (
  library: Library,
  { collectionId, undone, now }: Omit<DeleteCollection, 'type'> & { readonly undone?: string },
): LibraryEvent => {
  const facts = findCollection(library, collectionId)
  const inside = [...library.links].filter(([, link]) => link.collectionId === collectionId)
  const links = toIdRanges(inside.map(([linkId]) => linkId))
  const data = { collectionId, ...(undone !== undefined && { undone }), at: now }
  return { type: 'CollectionDeleted', data: { ...data, before: beforeIfFits({ ...facts, links }, data) } }
}

export const collectLink = ({ linkId, collectionId, now }: CollectLink, library: Library): LibraryEvent[] => {
  const link = findLink(library, linkId)
  if (collectionId !== null) findCollection(library, collectionId)
  if (link.collectionId === collectionId) return []
  const before = { collectionId: link.collectionId }
  return [{ type: 'LinkCollected', data: { linkId, collectionId, before, at: now } }]
}

/** @throws Rejected collection-not-found */
export const findCollection = (library: Library, collectionId: number): CollectionState => {
  const collection = library.collections.get(collectionId)
  if (collection === undefined) throw new Rejected('collection-not-found')
  return collection
}

/** The collection that a client gave this id. @throws Rejected collection-not-found where it was deleted since */
export const findClientCollection = (
  library: Library,
  clientId: string,
): CollectionState & { id: number } => {
  const id = idOfClient(library.collectionsOfClients, clientId)
  if (id === undefined) throw new Rejected('collection-not-found')
  const facts = findCollection(library, id)
  return { id, ...facts }
}
