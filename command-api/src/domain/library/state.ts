import { type LibraryEvent, type LinkChanges, textsAfter } from '@lectern/contracts/events/library.ts'
import { unpack } from '@lectern/contracts/events/link-values.ts'
import { unhandled } from '@lectern/contracts/events/read.ts'
import { type IdRanges, idsIn } from '@lectern/contracts/id-ranges.ts'
import type { Plan } from '@lectern/contracts/plans.ts'
import { type Retag, retagOf } from '@lectern/contracts/tags.ts'
import { type ClientIds, noClientIds, rememberClientId } from '../client-ids.ts'
import { forgetFirst } from './forget-first.ts'
import { evolveImports, type ImportState } from './import-state.ts'
import {
  emptyDictionary,
  internTags,
  type LinkTags,
  respell,
  respellBack,
  retagger,
  type TagDictionary,
} from './tags.ts'

export type LinkState = {
  urlKey: string
  favorite: boolean
  archived: boolean
  collectionId: number | null
  tags: LinkTags
  /** Revision of its LinkSaved or LinksImported. */
  readonly savedAt: number
  /** Revision of the event with its latest texts, which the state does not hold. */
  textsAt: number
  /** Revision of the last event that changed the link. */
  changedAt: number
  /** Revision of the last event that put it into a collection or took it out of one. */
  movedAt: number
}

/** The fields of a link that an event changes. */
type LinkEdit = Partial<Pick<LinkState, 'favorite' | 'archived' | 'collectionId' | 'tags' | 'textsAt'>>

export type CollectionState = {
  readonly name: string
  readonly description: string | null
  readonly color: string
  /** Revision of the event that made it, or brought it back. */
  readonly madeAt: number
}

/** What is kept of each set that would only grow. */
export const KEPT = {
  /** Older causes of allowances are recognised by their revision. */
  causes: 100,
  /** Deletions that can be undone, ten times the collections that a library holds. */
  deletedCollections: 10_000,
  undoneImports: 1_000,
}

/**
 * The state that decisions about a library need. 50,000 links take about 15 MB. Every set in it has a bound, also where a program
 * makes and deletes without end: docs/decisions/0083.
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
  /** The links of each url key; a single id, the usual case, has no set. */
  readonly linksByKey: Map<string, number | Set<number>>
  /** Imported links have none. */
  readonly linksOfClients: ClientIds
  nextLinkId: number
  readonly collections: Map<number, CollectionState>
  nextCollectionId: number
  /** By id, the revision of the last deletion of each collection that went lately. */
  readonly deletedCollections: Map<number, number>
  readonly collectionsOfClients: ClientIds
  readonly tags: TagDictionary
  /** By id, in the order they were requested. Those that ended long ago are missing. */
  readonly imports: Map<string, ImportState>
  /** The latest imports that were undone. */
  readonly undoneImports: Set<string>
}

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
  deletedCollections: new Map(),
  collectionsOfClients: noClientIds(),
  tags: emptyDictionary(),
  imports: new Map(),
  undoneImports: new Set(),
})

/** Changes the given library. Raise SNAPSHOT_VERSION in snapshot.ts with any change of meaning. */
export const evolve = (library: Library, event: LibraryEvent, revision: number): Library => {
  switch (event.type) {
    case 'LibraryOpened':
      library.opened = true
      break
    case 'LibraryClosed':
      return { ...initial(), closed: true }
    case 'AllowanceChanged':
      library.allowance = { plan: event.data.plan, limit: event.data.limit }
      library.causes.add(event.data.cause)
      forgetFirst(library.causes, KEPT.causes)
      library.causeRevision = Math.max(library.causeRevision, event.data.causeRevision ?? -1)
      break
    case 'LinkSaved': {
      const { linkId, clientId, urlKey, tags, at: now } = event.data
      putLink(library, linkId, {
        urlKey,
        favorite: false,
        archived: false,
        collectionId: null,
        tags: internTags(library.tags, tags),
        ...at(revision),
      })
      library.nextLinkId = Math.max(library.nextLinkId, linkId + 1)
      if (clientId !== undefined) rememberClientId(library.linksOfClients, clientId, linkId, now)
      break
    }
    case 'LinkFavorited':
    case 'LinkUnfavorited':
      changeLink(library, event.data.linkId, { favorite: event.type === 'LinkFavorited' }, revision)
      break
    case 'LinkArchived':
    case 'LinkUnarchived':
      changeLink(library, event.data.linkId, { archived: event.type === 'LinkArchived' }, revision)
      break
    case 'LinkCollected':
      changeLink(library, event.data.linkId, { collectionId: event.data.collectionId }, revision)
      break
    case 'LinkEdited': {
      const { linkId, changes } = event.data
      const { urlKey } = textsAfter(event.data)
      moveLink(library, linkId, urlKey)
      changeLink(library, linkId, { ...toLinkEdit(library, changes), textsAt: revision }, revision)
      break
    }
    case 'LinkPageProvided':
    case 'LinkPageRemoved':
      changeLink(library, event.data.linkId, { textsAt: revision }, revision)
      break
    case 'LinkDeleted':
      takeLink(library, event.data.linkId)
      break
    case 'LinksEdited': {
      const edit = toLinkEdit(library, event.data.changes)
      const retag = retagOf(event.data.changes)
      for (const linkId of idsIn(event.data.links)) changeLink(library, linkId, edit, revision)
      if (retag) retagLinks(library, event.data.links, retag, revision)
      break
    }
    case 'TagRenamed':
    case 'TagsMerged':
      retagLinks(library, event.data.links, { ...event.data, add: [] }, revision)
      respell(library.tags, event.data.to)
      break
    case 'TagDeleted':
      retagLinks(library, event.data.links, { ...event.data, to: null, add: [] }, revision)
      break
    case 'LinksDeleted':
      for (const linkId of idsIn(event.data.links)) takeLink(library, linkId)
      break
    case 'ActUndone':
      restore(library, event.data, revision)
      break
    case 'CollectionCreated': {
      const { collectionId, clientId, name, description, color, at: now } = event.data
      library.collections.set(collectionId, { name, description, color, madeAt: revision })
      library.nextCollectionId = Math.max(library.nextCollectionId, collectionId + 1)
      if (clientId !== undefined) rememberClientId(library.collectionsOfClients, clientId, collectionId, now)
      break
    }
    case 'CollectionEdited': {
      const { collectionId, changes } = event.data
      const collection = library.collections.get(collectionId)
      if (collection !== undefined)
        library.collections.set(collectionId, { ...collection, ...changes } as CollectionState)
      break
    }
    case 'CollectionDeleted':
      library.collections.delete(event.data.collectionId)
      library.deletedCollections.set(event.data.collectionId, revision)
      forgetFirst(library.deletedCollections, KEPT.deletedCollections)
      for (const link of library.links.values())
        if (link.collectionId === event.data.collectionId)
          Object.assign(link, { collectionId: null, changedAt: revision, movedAt: revision })
      break
    case 'CollectionRestored': {
      const { collectionId, name, description, color, links } = event.data
      library.collections.set(collectionId, { name, description, color, madeAt: revision })
      library.deletedCollections.delete(collectionId)
      for (const linkId of idsIn(links)) changeLink(library, linkId, { collectionId }, revision)
      break
    }
    case 'LinksImported':
      for (const { collectionId, name, color, description = null } of event.data.newCollections) {
        library.collections.set(collectionId, { name, description, color, madeAt: revision })
        library.nextCollectionId = Math.max(library.nextCollectionId, collectionId + 1)
      }
      for (const { linkId, urlKey, isFavorite, isArchived, collectionId, tags } of event.data.links) {
        putLink(library, linkId, {
          urlKey,
          favorite: isFavorite,
          archived: isArchived,
          collectionId,
          tags: internTags(library.tags, tags),
          ...at(revision),
        })
        library.nextLinkId = Math.max(library.nextLinkId, linkId + 1)
      }
      evolveImports(library.imports, event, revision, library.links.size === 0)
      break
    case 'ImportRequested':
    case 'ImportStarted':
    case 'ImportCompleted':
    case 'ImportFailed':
      evolveImports(library.imports, event, revision, library.links.size === 0)
      break
    case 'ImportUndone': {
      const { importId, links, collections } = event.data
      for (const linkId of idsIn(links)) takeLink(library, linkId)
      for (const collectionId of idsIn(collections)) library.collections.delete(collectionId)
      library.undoneImports.add(importId)
      forgetFirst(library.undoneImports, KEPT.undoneImports)
      break
    }
    default:
      return unhandled(event)
  }
  return library
}

const at = (revision: number) => ({
  savedAt: revision,
  textsAt: revision,
  changedAt: revision,
  movedAt: revision,
})

export const putLink = (library: Library, linkId: number, link: LinkState): void => {
  library.links.set(linkId, link)
  addKey(library, link.urlKey, linkId)
}

const takeLink = (library: Library, linkId: number): void => {
  const link = library.links.get(linkId)
  if (link === undefined) return
  library.links.delete(linkId)
  removeKey(library, link.urlKey, linkId)
}

const moveLink = (library: Library, linkId: number, urlKey: string): void => {
  const link = library.links.get(linkId)
  if (link === undefined || link.urlKey === urlKey) return
  removeKey(library, link.urlKey, linkId)
  link.urlKey = urlKey
  addKey(library, urlKey, linkId)
}

const addKey = ({ linksByKey }: Library, urlKey: string, linkId: number): void => {
  const others = linksByKey.get(urlKey)
  if (others === undefined) linksByKey.set(urlKey, linkId)
  else if (typeof others === 'number') linksByKey.set(urlKey, new Set([others, linkId]))
  else others.add(linkId)
}

const removeKey = ({ linksByKey }: Library, urlKey: string, linkId: number): void => {
  const ids = linksByKey.get(urlKey)
  if (typeof ids !== 'object') {
    linksByKey.delete(urlKey)
    return
  }
  ids.delete(linkId)
  if (ids.size > 1) return
  const [last] = ids
  if (last !== undefined) linksByKey.set(urlKey, last)
}

const toLinkEdit = (
  library: Library,
  { isFavorite, isArchived, collectionId, tags }: LinkChanges,
): LinkEdit => ({
  ...(isFavorite !== undefined && { favorite: isFavorite }),
  ...(isArchived !== undefined && { archived: isArchived }),
  ...(collectionId !== undefined && { collectionId }),
  ...(tags !== undefined && { tags: internTags(library.tags, tags) }),
})

const retagLinks = (library: Library, links: IdRanges, retag: Retag, revision: number): void => {
  const after = retagger(library.tags, retag)
  for (const linkId of idsIn(links)) {
    const link = library.links.get(linkId)
    if (link) changeLink(library, linkId, { tags: after(link.tags) }, revision)
  }
}

const restore = (
  library: Library,
  { links, restored, before }: Extract<LibraryEvent, { type: 'ActUndone' }>['data'],
  revision: number,
): void => {
  const { isFavorite, isArchived, collectionId, tags, texts } = unpack(restored)
  const places = new Map<readonly string[], LinkTags>()
  const placeOf = (list: readonly string[]) => {
    const place = places.get(list) ?? internTags(library.tags, list)
    places.set(list, place)
    return place
  }
  let n = 0
  for (const linkId of idsIn(links)) {
    if (texts) moveLink(library, linkId, texts.urlKey)
    const edit = {
      ...(isFavorite && { favorite: isFavorite[n] as boolean }),
      ...(isArchived && { archived: isArchived[n] as boolean }),
      ...(collectionId && { collectionId: collectionId[n] as number | null }),
      ...(tags && { tags: placeOf(tags[n] ?? []) }),
      ...(texts && { textsAt: revision }),
    }
    changeLink(library, linkId, edit, revision)
    n += 1
  }
  respellBack(library.tags, before?.tags?.names ?? [], restored.tags?.names ?? [])
}

/** An edit that leaves the link as it is does not count as its last change. */
const changeLink = (library: Library, linkId: number, edit: LinkEdit, revision: number): void => {
  const link = library.links.get(linkId)
  if (link === undefined) return
  const {
    favorite = link.favorite,
    archived = link.archived,
    tags = link.tags,
    textsAt = link.textsAt,
  } = edit
  const { collectionId = link.collectionId } = edit
  const isMoved = collectionId !== link.collectionId
  if (
    isMoved ||
    favorite !== link.favorite ||
    archived !== link.archived ||
    tags !== link.tags ||
    textsAt !== link.textsAt
  )
    Object.assign(link, { favorite, archived, collectionId, tags, textsAt, changedAt: revision })
  if (isMoved) link.movedAt = revision
}

/** The id of the oldest link with the key. */
export const findByKey = (library: Library, urlKey: string): number | undefined => {
  const ids = library.linksByKey.get(urlKey)
  return typeof ids === 'object' ? Math.min(...ids) : ids
}
