import { type Effect, effectsOf, type SomeFields } from '@lectern/contracts/events/effects.ts'
import type { LibraryEvent, LinkValues } from '@lectern/contracts/events/library.ts'
import { unpack, valuesAt } from '@lectern/contracts/events/link-values.ts'
import { unhandled } from '@lectern/contracts/events/read.ts'
import { type IdRanges, idsIn } from '@lectern/contracts/id-ranges.ts'
import { rememberClientId } from '../client-ids.ts'
import { forgetFirst } from './forget-first.ts'
import { evolveImports, isOf, isOfImport } from './import-state.ts'
import { endShares, evolveShares } from './shares.ts'
import { endSharing, evolveSharing } from './sharing/state.ts'
import {
  type CollectionState,
  initial,
  KEPT,
  type Library,
  type LinkState,
  putLink,
  setTags,
  setTexts,
  takeLink,
} from './state.ts'
import { areSame, respell, respellBack, retagger, sharer } from './tags.ts'

/** Changes the given library. Raise SNAPSHOT_VERSION in snapshot.ts with any change of meaning. */
export const evolve = (library: Library, event: LibraryEvent, revision: number): Library => {
  if (event.type === 'LibraryClosed') return { ...initial(), closed: true }
  const own = event.type === 'ImportAdded' ? unchangedOf(library, event.data) : []
  for (const effect of effectsOf(event)) apply(library, effect)
  for (const link of own) link.isChanged = false
  remember(library, event, revision)
  return library
}

/** Links of an import that only the import itself changes: its undoing removes them. */
const unchangedOf = (
  library: Library,
  { importId, links }: Extract<LibraryEvent, { type: 'ImportAdded' }>['data'],
): LinkState[] => {
  const found = library.imports.get(importId)
  return [...idsIn(links)].flatMap(linkId => {
    const link = library.links.get(linkId)
    return found && link && !link.isChanged && isOf(found, linkId) ? [link] : []
  })
}

const apply = (library: Library, effect: Effect): void => {
  switch (effect.kind) {
    case 'links-added': {
      const share = sharer(library.tags)
      for (const { linkId, texts, tags, isFavorite, isArchived, collectionId, savedAt } of effect.links) {
        putLink(library, linkId, {
          texts,
          favorite: isFavorite,
          archived: isArchived,
          collectionId,
          tags: share(tags),
          savedAt: Date.parse(savedAt),
          isChanged: false,
        })
        library.nextLinkId = Math.max(library.nextLinkId, linkId + 1)
      }
      break
    }
    case 'links-changed': {
      const { links, to, retag } = effect
      const tags = to.tags && sharer(library.tags)(to.tags)
      const after = retag && retagger(retag)
      for (const linkId of idsIn(links)) {
        const link = library.links.get(linkId)
        if (link) changeLink(library, linkId, { ...to, tags: after ? after(link.tags) : tags })
      }
      if (retag && retag.to !== null) respell(library.tags, retag.to)
      break
    }
    case 'links-restored':
      restore(library, effect.links, effect.values)
      break
    case 'links-removed':
      for (const linkId of idsIn(effect.links)) takeLink(library, linkId)
      endShares(library)
      break
    case 'removals-settled':
      for (const linkId of idsIn(effect.links)) library.settledRemovals.add(linkId)
      forgetFirst(library.settledRemovals, KEPT.settledRemovals)
      break
    case 'collection-put': {
      const { collectionId, is } = effect
      const known = library.collections.get(collectionId)
      library.collections.set(collectionId, { ...known, ...is } as CollectionState)
      library.nextCollectionId = Math.max(library.nextCollectionId, collectionId + 1)
      break
    }
    case 'collections-removed':
      for (const collectionId of idsIn(effect.collections)) dissolve(library, collectionId)
      endShares(library)
      break
    default:
      unhandled(effect)
  }
}

/** What decisions need beside links, collections and tags. */
const remember = (library: Library, event: LibraryEvent, revision: number): void => {
  const { type, data } = event
  if (type === 'LibraryOpened') library.opened = true
  if (type === 'AllowanceChanged') {
    library.allowance = { plan: data.plan, limit: data.limit }
    library.causes.add(data.cause)
    forgetFirst(library.causes, KEPT.causes)
    library.causeRevision = Math.max(library.causeRevision, data.causeRevision ?? -1)
  }
  if (type === 'LinkSaved' && data.clientId !== undefined)
    rememberClientId(library.linksOfClients, data.clientId, data.linkId, data.at)
  if (type === 'CollectionCreated' && data.clientId !== undefined)
    rememberClientId(library.collectionsOfClients, data.clientId, data.collectionId, data.at)
  if (type === 'ActUndone')
    for (const { before, restored } of data.changes)
      respellBack(library.tags, before?.tags?.names ?? [], restored.tags?.names ?? [])
  if (type === 'ImportUndone') {
    library.undoneImports.add(data.importId)
    forgetFirst(library.undoneImports, KEPT.undoneImports)
  }
  evolveSharing(library, event)
  evolveShares(library, event)
  if (isOfImport(event)) evolveImports(library.imports, event, revision, library.links.size === 0)
}

const restore = (library: Library, links: IdRanges, restored: LinkValues): void => {
  const values = unpack(restored)
  const share = sharer(library.tags)
  let n = 0
  for (const linkId of idsIn(links)) {
    const tags = values.tags && share(values.tags[n] ?? [])
    changeLink(library, linkId, { ...valuesAt(values, n), tags })
    n += 1
  }
}

/** The collection is gone, and its links are in none. */
const dissolve = (library: Library, collectionId: number): void => {
  if (!library.collections.delete(collectionId)) return
  endSharing(library, collectionId)
  for (const link of library.links.values())
    if (link.collectionId === collectionId) Object.assign(link, { collectionId: null, isChanged: true })
}

type LinkEdit = Omit<SomeFields, 'tags'> & { readonly tags: readonly string[] | undefined }

/** A change that leaves the link as it is does not count as one. Texts do, equal or not. */
const changeLink = (library: Library, linkId: number, to: LinkEdit): void => {
  const link = library.links.get(linkId)
  if (link === undefined) return
  const isChanged =
    to.texts !== undefined ||
    isOther(link.favorite, to.isFavorite) ||
    isOther(link.archived, to.isArchived) ||
    isOther(link.collectionId, to.collectionId) ||
    (to.tags !== undefined && !areSame(link.tags, to.tags))
  if (!isChanged) return
  if (to.texts) setTexts(library, linkId, link, to.texts)
  if (to.tags) setTags(library, link, to.tags)
  const next: Partial<LinkState> = {
    favorite: to.isFavorite ?? link.favorite,
    archived: to.isArchived ?? link.archived,
    collectionId: to.collectionId === undefined ? link.collectionId : to.collectionId,
  }
  Object.assign(link, next, { isChanged: true })
}

const isOther = <T>(is: T, wanted: T | undefined): boolean => wanted !== undefined && wanted !== is
