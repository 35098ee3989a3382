import { CollectionAnswer } from '@lectern/contracts/api/collections.ts'
import { z } from 'zod/mini'
import { actKind, failure, NOTHING } from './act.ts'

const id = z.int()

export const collectionActs = {
  createCollection: actKind({
    params: z.object({ name: z.string(), color: z.string(), description: z.optional(z.string()) }),
    result: CollectionAnswer,
    names: (_params, seq) => ({ collections: [-seq] }),
    request: (collection, clientId) => ({
      method: 'POST',
      path: '/api/collections',
      body: { ...collection, clientId },
    }),
    patch: ({ name, color, description = null }, { seq, result }) => ({
      collections: list => {
        const made = result as CollectionAnswer | undefined
        const created = { ...(made ?? { id: -seq, name, color, description }), count: 0 }
        return list.some(({ id }) => id === created.id) ? list : [...list, created]
      },
    }),
    done: ({ name }) => ({ title: 'Collection created!', description: name }),
    failed: failure('Failed to create collection. Please try again.'),
  }),

  editCollection: actKind({
    params: z.object({ id, name: z.string(), color: z.string(), description: z.string() }),
    result: NOTHING,
    undoable: true,
    names: ({ id }) => ({ collections: [id] }),
    request: ({ id, ...body }) => ({ method: 'PUT', path: `/api/collections/${id}`, body }),
    patch: ({ id, description, ...changed }) => ({
      collections: list =>
        list.map(each => (each.id === id ? { ...each, ...changed, description: description || null } : each)),
    }),
    done: () => ({ title: 'Collection updated successfully' }),
    failed: failure('Failed to update collection. Please try again.'),
  }),

  /** Its links move to No Collection. */
  deleteCollection: actKind({
    params: z.object({ id }),
    result: NOTHING,
    undoable: true,
    names: ({ id }) => ({ collections: [id] }),
    request: ({ id }) => ({ method: 'DELETE', path: `/api/collections/${id}` }),
    patch: ({ id }) => ({
      link: link => (link.collectionId === id ? { ...link, collectionId: null } : link),
      collections: list => list.filter(each => each.id !== id),
    }),
    isDoneWhenGone: () => true,
    done: () => ({ title: 'Collection deleted successfully' }),
    failed: failure('Failed to delete collection. Please try again.'),
  }),
}
