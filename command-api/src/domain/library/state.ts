import type { LibraryEvent, LinkTexts } from '@lectern/contracts/events/library.ts'
import type { Plan } from '@lectern/contracts/plans.ts'
import { latestKey } from '@lectern/contracts/url-key.ts'
import { type ClientIds, noClientIds } from '../client-ids.ts'
import type { ImportState } from './import-state.ts'
import { noSharing, type Sharing } from './sharing/state.ts'
import { addTags, noNames, removeTags, type TagNames } from './tags.ts'
import { bytesOfTags, bytesOfTexts } from './text-bytes.ts'

export type LinkState = {
  texts: LinkTexts
  favorite: boolean
  archived: boolean
  collectionId: number | null
  /** Links may share the array. */
  tags: readonly string[]
  /** Milliseconds since 1970. */
  readonly savedAt: number
  /** An event changed it since it was saved or imported. */
  isChanged: boolean
}

export type CollectionState = {
  readonly name: string
  readonly description: string | null
  readonly color: string
}

/** A public link that is not withdrawn, with what a renewed one takes over. */
export type ShareState = Omit<
  Extract<LibraryEvent, { type: 'ShareMade' }>['data'],
  'shareId' | 'renews' | 'at'
>

/** What is kept of each set that would only grow. */
export const KEPT = {
  /** Older causes of allowances are recognised by their revision. */
  causes: 100,
  undoneImports: 1_000,
  /** The read model, which is seconds behind at most, knows of older ones. */
  settledRemovals: 5_000,
}

/**
 * The state that decisions about a library need. 50,000 links take 29 MB, and 34 MB where each has an id of its client: measured
 * with urls of 60 characters, titles of 50, four of 500 tags and a note of 200 on every tenth. Every set in it has a bound, also
 * where a program makes and deletes without end, and so have its texts: docs/decisions/0083.
 */
export type Library = {
  opened: boolean
  /** The owner deleted the account: nothing else is left, and no command changes anything. */
  closed: boolean
  /** limit null is unlimited. */
  allowance: { readonly plan: Plan; readonly limit: number | null }
  /** Ids of the latest account events that the allowance was set for. */
  readonly causes: Set<string>
  /** Revision of the latest of these account events; -1 before the first. */
  causeRevision: number
  readonly links: Map<number, LinkState>
  /** The links of each key that addresses have now (`latestKey`); a single id, the usual case, has no set. */
  readonly linksByKey: Map<string, number | Set<number>>
  /** Imported links have none. */
  readonly linksOfClients: ClientIds
  nextLinkId: number
  readonly collections: Map<number, CollectionState>
  nextCollectionId: number
  readonly collectionsOfClients: ClientIds
  readonly tags: TagNames
  /** Memory that the texts of links and their lists of tags take. */
  textBytes: number
  /** By id, in the order they were requested. Those that ended long ago are missing. */
  readonly imports: Map<string, ImportState>
  /** The latest imports that were undone. */
  readonly undoneImports: Set<string>
  /** The latest deleted links that were brought back, or deleted for good. */
  readonly settledRemovals: Set<number>
  /** Public links that are not withdrawn, by id. */
  readonly shares: Map<string, ShareState>
} & Sharing

export const initial = (): Library => ({
  opened: false,
  closed: false,
  allowance: { plan: 'free', limit: 0 },
  causes: new Set(),
  causeRevision: -1,
  links: new Map(),
  linksByKey: new Map(),
  linksOfClients: noClientIds(),
  nextLinkId: 1,
  collections: new Map(),
  nextCollectionId: 1,
  collectionsOfClients: noClientIds(),
  tags: noNames(),
  textBytes: 0,
  imports: new Map(),
  undoneImports: new Set(),
  settledRemovals: new Set(),
  ...noSharing(),
  shares: new Map(),
})

/** Adds a new link. */
export const putLink = (library: Library, linkId: number, link: LinkState): void => {
  library.links.set(linkId, link)
  addKey(library, link.texts, linkId)
  addTags(library.tags, link.tags)
  library.textBytes += bytesOfTexts(link.texts) + bytesOfTags(link.tags)
}

export const takeLink = (library: Library, linkId: number): void => {
  const link = library.links.get(linkId)
  if (link === undefined) return
  library.links.delete(linkId)
  removeKey(library, link.texts, linkId)
  removeTags(library.tags, link.tags)
  library.textBytes -= bytesOfTexts(link.texts) + bytesOfTags(link.tags)
}

/** @param link of the library, with this id */
export const setTexts = (library: Library, linkId: number, link: LinkState, texts: LinkTexts): void => {
  if (link.texts.urlKey !== texts.urlKey) {
    removeKey(library, link.texts, linkId)
    addKey(library, texts, linkId)
  }
  library.textBytes += bytesOfTexts(texts) - bytesOfTexts(link.texts)
  link.texts = texts
}

/** @param link of the library */
export const setTags = (library: Library, link: LinkState, tags: readonly string[]): void => {
  // Names that both have keep their links.
  addTags(library.tags, tags)
  removeTags(library.tags, link.tags)
  library.textBytes += bytesOfTags(tags) - bytesOfTags(link.tags)
  link.tags = tags
}

const addKey = ({ linksByKey }: Library, texts: LinkTexts, linkId: number): void => {
  const key = latestKey(texts)
  const others = linksByKey.get(key)
  if (others === undefined) linksByKey.set(key, linkId)
  else if (typeof others === 'number') linksByKey.set(key, new Set([others, linkId]))
  else others.add(linkId)
}

const removeKey = ({ linksByKey }: Library, texts: LinkTexts, linkId: number): void => {
  const key = latestKey(texts)
  const ids = linksByKey.get(key)
  if (typeof ids !== 'object') {
    linksByKey.delete(key)
    return
  }
  ids.delete(linkId)
  if (ids.size > 1) return
  const [last] = ids
  if (last !== undefined) linksByKey.set(key, last)
}

/** The id of the oldest link with the key. @param isSeen of links that count; without it all do */
export const findByKey = (
  library: Library,
  urlKey: string,
  isSeen?: (linkId: number) => boolean,
): number | undefined => {
  const ids = library.linksByKey.get(urlKey) ?? []
  const all = typeof ids === 'number' ? [ids] : [...ids]
  const seen = isSeen ? all.filter(isSeen) : all
  return seen.length > 0 ? Math.min(...seen) : undefined
}
