import type { LibraryEvent, LinkChanges } from '@lectern/contracts/events/library.ts'
import { unhandled } from '@lectern/contracts/events/read.ts'
import { idsIn } from '@lectern/contracts/id-ranges.ts'
import type { Plan } from '@lectern/contracts/plans.ts'
import { evolveImports, type ImportState } from './import-state.ts'
import { emptyDictionary, internTags, type LinkTags, type TagDictionary } from './tags.ts'

export type LinkState = {
  readonly urlKey: string
  favorite: boolean
  archived: boolean
  collectionId: number | null
  tags: LinkTags
  /** Revision of the event with the link's latest texts: LinkSaved or LinksImported, until LinkEdited exists and moves it. */
  readonly savedAt: number
}

/** The fields of a link that an event changes. */
type LinkEdit = Partial<Pick<LinkState, 'favorite' | 'archived' | 'collectionId' | 'tags'>>

export type CollectionState = {
  readonly name: string
  readonly description: string | null
  readonly color: string
}

/** The state that decisions about a library need. 50,000 links take about 15 MB. */
export type Library = {
  opened: boolean
  /** limit null is unlimited. */
  allowance: { readonly plan: Plan; readonly limit: number | null }
  /** Ids of the account events that the allowance was set for. */
  readonly causes: Set<string>
  /** Revision of the latest of these account events; -1 before the first. */
  causeRevision: number
  readonly links: Map<number, LinkState>
  /** The links of each url key, oldest first; a single id, the usual case, has no set. */
  readonly linksByKey: Map<string, number | Set<number>>
  nextLinkId: number
  readonly collections: Map<number, CollectionState>
  nextCollectionId: number
  readonly tags: TagDictionary
  /** By id, in the order they were requested. Those that ended long ago are missing. */
  readonly imports: Map<string, ImportState>
}

export const initial = (): Library => ({
  opened: false,
  allowance: { plan: 'free', limit: 0 },
  causes: new Set(),
  causeRevision: -1,
  links: new Map(),
  linksByKey: new Map(),
  nextLinkId: 1,
  collections: new Map(),
  nextCollectionId: 1,
  tags: emptyDictionary(),
  imports: new Map(),
})

/** Changes the given library. Raise SNAPSHOT_VERSION in snapshot.ts with any change of meaning. */
export const evolve = (library: Library, event: LibraryEvent, revision: number): Library => {
  switch (event.type) {
    case 'LibraryOpened':
      library.opened = true
      break
    case 'AllowanceChanged':
      library.allowance = { plan: event.data.plan, limit: event.data.limit }
      library.causes.add(event.data.cause)
      library.causeRevision = Math.max(library.causeRevision, event.data.causeRevision ?? -1)
      break
    case 'LinkSaved': {
      const { linkId, urlKey, tags } = event.data
      putLink(library, linkId, {
        urlKey,
        favorite: false,
        archived: false,
        collectionId: null,
        tags: internTags(library.tags, tags),
        savedAt: revision,
      })
      library.nextLinkId = Math.max(library.nextLinkId, linkId + 1)
      break
    }
    case 'LinkFavorited':
    case 'LinkUnfavorited':
      changeLink(library, event.data.linkId, { favorite: event.type === 'LinkFavorited' })
      break
    case 'LinkArchived':
    case 'LinkUnarchived':
      changeLink(library, event.data.linkId, { archived: event.type === 'LinkArchived' })
      break
    case 'LinkCollected':
      changeLink(library, event.data.linkId, { collectionId: event.data.collectionId })
      break
    case 'LinkDeleted':
      takeLink(library, event.data.linkId)
      break
    case 'LinksEdited': {
      const edit = toLinkEdit(library, event.data.changes)
      for (const linkId of idsIn(event.data.links)) changeLink(library, linkId, edit)
      break
    }
    case 'LinksDeleted':
      for (const linkId of idsIn(event.data.links)) takeLink(library, linkId)
      break
    case 'CollectionCreated': {
      const { collectionId, name, description, color } = event.data
      library.collections.set(collectionId, { name, description, color })
      library.nextCollectionId = Math.max(library.nextCollectionId, collectionId + 1)
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
      for (const link of library.links.values())
        if (link.collectionId === event.data.collectionId) link.collectionId = null
      break
    case 'LinksImported':
      for (const { collectionId, name, color } of event.data.newCollections) {
        library.collections.set(collectionId, { name, description: null, color })
        library.nextCollectionId = Math.max(library.nextCollectionId, collectionId + 1)
      }
      for (const { linkId, urlKey, isFavorite, isArchived, collectionId, tags } of event.data.links) {
        putLink(library, linkId, {
          urlKey,
          favorite: isFavorite,
          archived: isArchived,
          collectionId,
          tags: internTags(library.tags, tags),
          savedAt: revision,
        })
        library.nextLinkId = Math.max(library.nextLinkId, linkId + 1)
      }
      evolveImports(library.imports, event, revision)
      break
    case 'ImportRequested':
    case 'ImportStarted':
    case 'ImportCompleted':
    case 'ImportFailed':
      evolveImports(library.imports, event, revision)
      break
    default:
      return unhandled(event)
  }
  return library
}

export const putLink = (library: Library, linkId: number, link: LinkState): void => {
  library.links.set(linkId, link)
  const others = library.linksByKey.get(link.urlKey)
  if (others === undefined) library.linksByKey.set(link.urlKey, linkId)
  else if (typeof others === 'number') library.linksByKey.set(link.urlKey, new Set([others, linkId]))
  else others.add(linkId)
}

const takeLink = (library: Library, linkId: number): void => {
  const link = library.links.get(linkId)
  if (link === undefined) return
  library.links.delete(linkId)
  const ids = library.linksByKey.get(link.urlKey)
  if (typeof ids !== 'object') {
    library.linksByKey.delete(link.urlKey)
    return
  }
  ids.delete(linkId)
  if (ids.size > 1) return
  const [last] = ids
  if (last !== undefined) library.linksByKey.set(link.urlKey, last)
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

const changeLink = (library: Library, linkId: number, edit: LinkEdit): void => {
  const link = library.links.get(linkId)
  if (link !== undefined) Object.assign(link, edit)
}

/** The id of the oldest remaining link with the key. */
export const findByKey = (library: Library, urlKey: string): number | undefined => {
  const ids = library.linksByKey.get(urlKey)
  return typeof ids === 'object' ? ids.values().next().value : ids
}
