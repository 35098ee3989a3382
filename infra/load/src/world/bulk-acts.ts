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
export const bulkEdit = async (user: User, links: number, n: number): Promise<Act> => {
  const { id: collectionId } = await succeed<Collection>(user.api, {
    method: 'POST',
    path: '/api/collections',
    body: { name: `Edited ${n}` },
  })
  const isFavorite = n % 2 === 0
  const tag = `edited-${n}`
  const updates = { collectionId, isFavorite, tags: [tag] }
  return {
    send: () => succeed(user.api, { method: 'PUT', path: PATH, body: { linkIds: upTo(links), updates } }),
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

const listOf = (user: User, query: string): Promise<LinkList> =>
  succeed(user.api, { method: 'GET', path: `/api/links?limit=1&${query}` })
