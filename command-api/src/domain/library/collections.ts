import { Rejected } from '@lectern/contracts/api/errors.ts'
import { COLLECTIONS_MAX } from '@lectern/contracts/collections.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { findLink } from './links.ts'
import type { CollectionState, Library } from './state.ts'

export type CreateCollection = {
  readonly type: 'CreateCollection'
  readonly name: string
  readonly description: string | null
  readonly color: string
  readonly now: string
}

/** What is absent stays as it is. */
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

/** Another one of the same name is no obstacle: docs/decisions/0020. */
export const createCollection = (command: CreateCollection, library: Library): LibraryEvent[] => {
  if (!library.opened) throw new Rejected('not-found')
  if (library.collections.size >= COLLECTIONS_MAX) throw new Rejected('too-many-collections')
  const { name, description, color, now } = command
  const collectionId = library.nextCollectionId
  return [{ type: 'CollectionCreated', data: { collectionId, name, description, color, at: now } }]
}

export const editCollection = (command: EditCollection, library: Library): LibraryEvent[] => {
  const { collectionId, name, description, color, now } = command
  const is = findCollection(library, collectionId)
  const changes = {
    ...(name !== undefined && name !== is.name && { name }),
    ...(description !== undefined && description !== is.description && { description }),
    ...(color !== undefined && color !== is.color && { color }),
  }
  if (Object.keys(changes).length === 0) return []
  return [{ type: 'CollectionEdited', data: { collectionId, changes, at: now } }]
}

export const deleteCollection = (
  { collectionId, now }: DeleteCollection,
  library: Library,
): LibraryEvent[] => {
  findCollection(library, collectionId)
  return [{ type: 'CollectionDeleted', data: { collectionId, at: now } }]
}

export const collectLink = ({ linkId, collectionId, now }: CollectLink, library: Library): LibraryEvent[] => {
  const link = findLink(library, linkId)
  if (collectionId !== null) findCollection(library, collectionId)
  if (link.collectionId === collectionId) return []
  return [{ type: 'LinkCollected', data: { linkId, collectionId, at: now } }]
}

/** @throws Rejected collection-not-found */
export const findCollection = (library: Library, collectionId: number): CollectionState => {
  const collection = library.collections.get(collectionId)
  if (collection === undefined) throw new Rejected('collection-not-found')
  return collection
}
