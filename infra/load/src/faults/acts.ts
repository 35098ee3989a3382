import { randomUUID } from 'node:crypto'
import type { Collection } from '@lectern/contracts/api/collections.ts'
import type { UndoAnswer } from '@lectern/contracts/api/undo.ts'
import type { LinkChanges } from '@lectern/contracts/events/library.ts'
import type { Random } from '../random.ts'
import type { ApiRequest } from '../world/api-client.ts'
import type { LibraryModel } from './library-model.ts'

/** One act of a user, and its effect on the model once it is acknowledged. */
export type LibraryAct = {
  readonly request: ApiRequest
  /** @param body of the 2xx answer. @returns the errors in it, empty if there are none */
  readonly acknowledge: (body: unknown, model: LibraryModel) => string[]
}

/** Average links of a bulk deletion. It is small, so that a library does not run empty. */
const DELETED_MAX = 5

/** Draws an act other than a save on the present library. Each act has its own Idempotency-Key. */
export const nextAct = (model: LibraryModel, random: Random): LibraryAct => {
  const ids = [...model.links.keys()]
  const collections = [...model.collections.values()]
  const linkId = ids[Math.floor(random() * ids.length)]
  const collection = collections[Math.floor(random() * collections.length)]
  const kind = random()
  if (linkId === undefined || collection === undefined || kind < 0.1) return creation()
  if (kind < 0.25) return favorite(linkId, random() < 0.7)
  if (kind < 0.4) return collecting(linkId, random() < 0.8 ? collection.id : null)
  if (kind < 0.5) return renaming(collection)
  if (kind < 0.55) return dissolution(collection.id)
  if (kind < 0.85) return bulkEdit(ids, someChanges(collection.id, random))
  return bulkDeletion(ids.filter(() => random() < DELETED_MAX / ids.length))
}

/**
 * Takes an act back, after which there were only saves.
 * @param key of the act
 * @param before the library until the act
 */
export const undoing = (key: string, before: LibraryModel): LibraryAct => ({
  request: withKey({ method: 'POST', path: '/api/undo', body: { commandId: key } }),
  acknowledge: (body, model) => {
    model.goBackTo(before)
    const { leftCount, leftFields = [] } = body as UndoAnswer
    return leftCount + leftFields.length === 0 ? [] : [`An undo left ${JSON.stringify(body)}`]
  },
})

/** An undo takes back acts with these requests. */
export const isUndoable = ({ method, path }: ApiRequest): boolean =>
  method !== 'POST' && `${method} ${path}` !== 'DELETE /api/links/bulk'

const withKey = (request: Omit<ApiRequest, 'headers'>): ApiRequest => ({
  ...request,
  headers: { 'idempotency-key': randomUUID() },
})

const creation = (): LibraryAct => ({
  request: withKey({ method: 'POST', path: '/api/collections', body: { name: `Shelf ${randomUUID()}` } }),
  acknowledge: (body, model) => {
    const { id, name, description, color } = body as Omit<Collection, 'count'>
    model.collect({ id, name, description, color })
    return []
  },
})

const renaming = (collection: Omit<Collection, 'count'>): LibraryAct => {
  const changed = { ...collection, name: `Renamed ${randomUUID()}`, description: 'Under faults' }
  const { name, description } = changed
  return {
    request: withKey({
      method: 'PUT',
      path: `/api/collections/${collection.id}`,
      body: { name, description },
    }),
    acknowledge: (_, model) => {
      model.collect(changed)
      return []
    },
  }
}

const dissolution = (collectionId: number): LibraryAct => ({
  request: withKey({ method: 'DELETE', path: `/api/collections/${collectionId}` }),
  acknowledge: (_, model) => {
    model.dissolve(collectionId)
    return []
  },
})

const favorite = (linkId: number, isFavorite: boolean): LibraryAct => ({
  request: withKey({ method: 'PATCH', path: `/api/links/${linkId}/favorite`, body: { isFavorite } }),
  acknowledge: (_, model) => {
    model.edit([linkId], { isFavorite })
    return []
  },
})

const collecting = (linkId: number, collectionId: number | null): LibraryAct => ({
  request: withKey({ method: 'PUT', path: `/api/links/${linkId}/collection`, body: { collectionId } }),
  acknowledge: (_, model) => {
    model.edit([linkId], { collectionId })
    return []
  },
})

/** Edits all links of the user, so that an edit applied in part is visible. */
const bulkEdit = (linkIds: readonly number[], updates: LinkChanges): LibraryAct => ({
  request: withKey({ method: 'PUT', path: '/api/links/bulk', body: { linkIds, updates } }),
  acknowledge: (body, model) => {
    model.edit(linkIds, updates)
    return unlessAll('updated', (body as { updatedCount: number }).updatedCount, linkIds.length)
  },
})

const someChanges = (collectionId: number, random: Random): LinkChanges => ({
  tags: ['fault', `edit-${Math.floor(random() * 1_000)}`],
  ...(random() < 0.5 && { collectionId: random() < 0.8 ? collectionId : null }),
  ...(random() < 0.5 && { isFavorite: random() < 0.5 }),
  ...(random() < 0.3 && { isArchived: random() < 0.3 }),
})

const bulkDeletion = (linkIds: readonly number[]): LibraryAct => {
  if (linkIds.length === 0) return creation()
  return {
    request: withKey({ method: 'DELETE', path: '/api/links/bulk', body: { linkIds } }),
    acknowledge: (body, model) => {
      model.delete(linkIds)
      return unlessAll('deleted', (body as { deletedCount: number }).deletedCount, linkIds.length)
    },
  }
}

/** The answer must count all links, also when the request is a repeat. */
const unlessAll = (what: string, count: number, all: number): string[] =>
  count === all ? [] : [`${count} links were ${what} of ${all} that were there`]
