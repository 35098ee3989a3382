import {
  type LibraryEvent,
  type LinkChanges,
  type LinkTexts,
  type LinkValues,
  textsAfter,
} from '@lectern/contracts/events/library.ts'
import { unhandled } from '@lectern/contracts/events/read.ts'
import { type IdRanges, idsIn } from '@lectern/contracts/id-ranges.ts'
import type { CollectionsTable, LibrariesTable, LinksTable } from '@lectern/contracts/read-model/tables.ts'
import { valuesIn } from '@lectern/contracts/runs.ts'
import { retagged } from '@lectern/contracts/tags.ts'
import { textsOf } from '../read-models/links/batch.ts'
import { retagBy } from '../read-models/retag.ts'

type Link = Omit<LinksTable, 'library_id' | 'created_at' | 'article_id'> & {
  created_at: string
  article_id: string
}
type Collection = Pick<CollectionsTable, 'name' | 'description' | 'color'>
type Facts = Pick<LibrariesTable, 'owner_id' | 'plan' | 'item_limit'>

/** What the events of a library come to, in memory and one after the other: the plainest projection, to compare rows with. */
export type FoldedLibrary = {
  /** undefined: the library is closed. */
  facts: Facts | undefined
  readonly links: Map<number, Link>
  readonly collections: Map<number, Collection>
}

export const emptyLibrary = (): FoldedLibrary => ({
  facts: { owner_id: null, plan: 'free', item_limit: 500 },
  links: new Map(),
  collections: new Map(),
})

/** Changes the given library. */
export const foldLibrary = (library: FoldedLibrary, event: LibraryEvent): void => {
  const { links, collections } = library
  const { type, data } = event
  switch (type) {
    case 'LibraryClosed':
      library.facts = undefined
      links.clear()
      collections.clear()
      break
    case 'LibraryOpened':
      library.facts = { ...library.facts, owner_id: data.ownerId } as Facts
      break
    case 'AllowanceChanged':
      library.facts = { ...library.facts, plan: data.plan, item_limit: data.limit } as Facts
      break
    case 'LinkSaved': {
      const { linkId: id, tags, at, titleFrom = 'person', ...texts } = data
      const flags = { is_favorite: false, is_archived: false, collection_id: null }
      links.set(id, { id, created_at: at, ...flags, tags, ...textsOf({ ...texts, titleFrom }) })
      break
    }
    case 'LinksImported':
      for (const { collectionId, name, color, description = null } of data.newCollections)
        collections.set(collectionId, { name, description, color })
      for (const link of data.links)
        links.set(link.linkId, {
          id: link.linkId,
          created_at: link.savedAt,
          is_favorite: link.isFavorite,
          is_archived: link.isArchived,
          collection_id: link.collectionId,
          tags: link.tags,
          ...textsOf(link),
        })
      break
    case 'LinkFavorited':
    case 'LinkUnfavorited':
      change(library, [data.linkId], { isFavorite: type === 'LinkFavorited' })
      break
    case 'LinkArchived':
    case 'LinkUnarchived':
      change(library, [data.linkId], { isArchived: type === 'LinkArchived' })
      break
    case 'LinkCollected':
      change(library, [data.linkId], { collectionId: data.collectionId })
      break
    case 'LinkEdited':
      change(library, [data.linkId], data.changes)
      retext(library, data.linkId, textsAfter(data))
      break
    case 'LinkPageProvided':
    case 'LinkPageRemoved':
      retext(library, data.linkId, data.texts)
      break
    case 'LinksEdited':
      change(library, idsIn(data.links), data.changes)
      retag(library, data.links, event)
      break
    case 'TagRenamed':
    case 'TagsMerged':
    case 'TagDeleted':
      retag(library, data.links, event)
      break
    case 'ActUndone':
      restore(library, data.links, data.restored)
      break
    case 'LinkDeleted':
      links.delete(data.linkId)
      break
    case 'LinksDeleted':
      for (const id of idsIn(data.links)) links.delete(id)
      break
    case 'CollectionCreated': {
      const { name, description, color } = data
      collections.set(data.collectionId, { name, description, color })
      break
    }
    case 'CollectionEdited':
      Object.assign(collections.get(data.collectionId) ?? {}, data.changes)
      break
    case 'CollectionDeleted':
      collections.delete(data.collectionId)
      for (const link of links.values())
        if (link.collection_id === data.collectionId) link.collection_id = null
      break
    case 'CollectionRestored': {
      const { collectionId, name, description, color } = data
      collections.set(collectionId, { name, description, color })
      change(library, idsIn(data.links), { collectionId })
      break
    }
    case 'ImportUndone':
      for (const id of idsIn(data.links)) links.delete(id)
      for (const id of idsIn(data.collections)) collections.delete(id)
      break
    case 'ImportRequested':
    case 'ImportStarted':
    case 'ImportCompleted':
    case 'ImportFailed':
      break
    default:
      unhandled(type)
  }
}

type Changes = Pick<LinkChanges, 'collectionId' | 'isFavorite' | 'isArchived' | 'tags'>

const change = ({ links }: FoldedLibrary, ids: Iterable<number>, changes: Changes): void => {
  const { collectionId, isFavorite, isArchived, tags } = changes
  for (const id of ids) {
    const link = links.get(id)
    if (link === undefined) continue
    if (collectionId !== undefined) link.collection_id = collectionId
    if (isFavorite !== undefined) link.is_favorite = isFavorite
    if (isArchived !== undefined) link.is_archived = isArchived
    if (tags !== undefined) link.tags = tags
  }
}

const retext = ({ links }: FoldedLibrary, id: number, texts: LinkTexts): void => {
  const link = links.get(id)
  if (link !== undefined) Object.assign(link, textsOf(texts))
}

const retag = ({ links }: FoldedLibrary, ids: IdRanges, event: LibraryEvent): void => {
  const how = retagBy(event)
  if (how === undefined) return
  for (const id of idsIn(ids)) {
    const link = links.get(id)
    if (link !== undefined) link.tags = retagged(link.tags, how)
  }
}

const restore = (library: FoldedLibrary, ids: IdRanges, values: LinkValues): void => {
  const [into, stars, flags] = [values.collectionId, values.isFavorite, values.isArchived].map(runs =>
    runs === undefined ? undefined : [...valuesIn<number | null>(runs)],
  )
  const { tags } = values
  const lists = tags && [...valuesIn(tags.links)].map(n => tags.lists[n]?.map(name => tags.names[name] ?? ''))
  for (const [n, id] of [...idsIn(ids)].entries()) {
    change(library, [id], {
      ...(into && { collectionId: into[n] ?? null }),
      ...(stars && { isFavorite: stars[n] === 1 }),
      ...(flags && { isArchived: flags[n] === 1 }),
      ...(lists && { tags: lists[n] }),
    })
    if (values.texts !== undefined) retext(library, id, values.texts)
  }
}

/** The rows of the tables that a library's events lead to, by table, with every count counted anew. */
export const rowsOfLibrary = (library_id: string, { facts, links, collections }: FoldedLibrary) => {
  const all = [...links.values()]
  const tags = new Map<string, number>()
  for (const { is_archived, tags: list } of all)
    if (!is_archived) for (const tag of list) tags.set(tag, (tags.get(tag) ?? 0) + 1)
  const inside = Map.groupBy(all, link => link.collection_id)
  return {
    links: all.map(link => ({ library_id, ...link })),
    libraries: facts ? [{ library_id, ...facts, ...countsOf(all), tag_count: tags.size }] : [],
    collections: [...collections].map(([id, collection]) => ({
      library_id,
      id,
      ...collection,
      ...countsOf(inside.get(id) ?? []),
    })),
    tags: [...tags].map(([tag, active]) => ({ library_id, tag, active })),
  }
}

const countsOf = (links: readonly Link[]) => {
  const count = (isArchived: boolean, isFavorite = false) =>
    links.filter(link => link.is_archived === isArchived && (!isFavorite || link.is_favorite)).length
  return {
    active: count(false),
    archived: count(true),
    active_favorites: count(false, true),
    archived_favorites: count(true, true),
  }
}
