import type { Id } from '../id.ts'
/** The orders of a list, newest first unless chosen. */
export const SORTS = ['newest', 'oldest', 'title', 'readingTime', 'lastRead'] as const
export type Sort = (typeof SORTS)[number]

export const PROGRESSES = ['unread', 'begun', 'finished'] as const
export type Progress = (typeof PROGRESSES)[number]

/** Which links a list shows, and in which order. */
export type LinkFilters = {
  favorite: boolean
  archived: boolean
  /** A collection's id, 'none' for links without a collection, or null for all links. */
  collection: Id | 'none' | null
  /** Collections of others that are shown among all links, where there are any. */
  shared?: readonly Id[] | undefined
  /** A search in the syntax of contracts/search-syntax.ts; empty for no search. */
  q: string
  /** How far the person has read; null for all. */
  progress: Progress | null
  /** newest in a search, which has an order of its own. */
  sort: Sort
}

/** The library without its archive, newest first. */
export const ALL_LINKS: LinkFilters = {
  favorite: false,
  archived: false,
  collection: null,
  q: '',
  progress: null,
  sort: 'newest',
}

/** Keys of the queries that pushed changes bring up to date. */
export const keys = {
  lists: ['links'],
  list: (filters: LinkFilters) => ['links', filters] as const,
  ones: ['link'],
  one: (id: Id) => ['link', id] as const,
  contents: ['content'],
  content: (id: Id) => ['content', id] as const,
  /** Under a key of its own, since a version never changes. */
  version: (id: Id, hash: string) => ['version', id, hash] as const,
  counts: ['counts'],
  account: ['account'],
  collections: ['collections'],
  shared: ['shared'],
  /** Members and invitations. */
  sharing: ['sharing'],
  tags: ['tags'],
  imports: ['imports'],
  exports: ['exports'],
  ledger: (importId: string) => ['imports', importId] as const,
  history: ['history'],
  acts: ['history', 'acts'],
} as const
