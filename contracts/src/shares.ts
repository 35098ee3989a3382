import type { Plan } from './plans.ts'

/** What a public link shows: an article, a collection, or the highlights of an article. */
export const SHARE_KINDS = ['article', 'collection', 'highlights'] as const
export type ShareKind = (typeof SHARE_KINDS)[number]

/** Public links of one library that are not withdrawn. */
export const SHARES_MAX = 200
/** Words of an article that a public page shows without its full text. */
export const EXCERPT_WORDS = 300
/** Links on one page of a shared collection, and in its feeds. */
export const SHARED_LINKS_A_PAGE = 100
/** Links of a collection that is shared as it is now. */
export const FROZEN_LINKS_MAX = 1_000
/** Notes that a public page shows, and code units of each of their texts. */
export const SHARED_NOTES_MAX = 300
export const SHARED_NOTE_TEXT_MAX = 5_000
/** Bytes of what one public link keeps as it was, and of all of a library. */
export const FROZEN_BYTES_MAX = 1_000_000
export const FROZEN_BYTES_OF_LIBRARY_MAX = 20_000_000

/** How long an address lasts that a password led to. */
export const SHARE_OPEN_SECONDS = 3_600
/** Passwords that one address may try for one public link. */
export const SHARE_TRIES = { limit: 5, minutes: 15 } as const

/** Whether collections of a library of this plan have public links. Articles and highlights have them on every plan. */
export const sharesCollections = (plan: Plan): boolean => plan === 'ultra'

export const sharePath = (token: string): string => `/s/${token}`
