import { randomUUID } from 'node:crypto'
import type { Collection } from '@lectern/contracts/api/collections.ts'
import type { LinkList } from '@lectern/contracts/api/links.ts'
import { succeed, type User } from './users.ts'

/** One act on many links, and the checks that it was done. */
export type Act = {
  readonly send: () => Promise<unknown>
  /** Whether lists show the whole act. */
  readonly isVisible: () => Promise<boolean>
  /** Whether searches find the act. */
  readonly isFound: () => Promise<boolean>
}

const PATH = '/api/links/bulk'
const upTo = (links: number): number[] => Array.from({ length: links }, (_, n) => n + 1)

/** The n-th edit of the links with ids up to `links`. It changes the collection, favourite and tags of all. */
export const bulkEdit = async (
  user: User,
  links: number,
  n: number,
): Promise<Act & { readonly undo: Act }> => {
  const { id: collectionId } = await succeed<Collection>(user.api, {
    method: 'POST',
    path: '/api/collections',
    body: { name: `Edited ${n}` },
  })
  const isFavorite = n % 2 === 0
  const tag = `edited-${n}`
  const updates = { collectionId, isFavorite, tags: [tag] }
  const key = randomUUID()
  const body = { linkIds: upTo(links), updates }
  return {
    undo: undoing(user, key, collectionId, tag),
    send: () => succeed(user.api, { method: 'PUT', path: PATH, body, headers: { 'idempotency-key': key } }),
    isVisible: async () => {
      const list = await listOf(user, `collection=${collectionId}&favorite=${isFavorite}`)
      return list.total === links && list.links[0]?.tags[0] === tag
    },
    isFound: async () => (await listOf(user, `q=%23${tag}`)).total > 0,
  }
}

/** Deletes the links with ids up to `links` in one event, all or none. It follows a bulkEdit; the user has few other links. */
export const bulkDeletion = (user: User, links: number): Act => ({
  send: () => succeed(user.api, { method: 'DELETE', path: PATH, body: { linkIds: upTo(links) } }),
  isVisible: async () => (await listOf(user, '')).total < links,
  isFound: async () => (await listOf(user, 'q=edited')).total === 0,
})

/** Undoes the edit that was asked for with this key and put links into a new collection. */
const undoing = (user: User, key: string, collectionId: number, tag: string): Act => ({
  send: () => succeed(user.api, { method: 'POST', path: '/api/undo', body: { commandId: key } }),
  isVisible: async () => (await listOf(user, `collection=${collectionId}`)).total === 0,
  isFound: async () => (await listOf(user, `q=%23${tag}`)).total === 0,
})

const listOf = (user: User, query: string): Promise<LinkList> =>
  succeed(user.api, { method: 'GET', path: `/api/links?limit=1&${query}` })
