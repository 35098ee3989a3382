import { type Effect, effectsOf, ON_MANY_LINKS } from '@lectern/contracts/events/effects.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { unpack, valuesAt } from '@lectern/contracts/events/link-values.ts'
import { unhandled } from '@lectern/contracts/events/read.ts'
import { idsIn } from '@lectern/contracts/id-ranges.ts'
import type {
  CollectionsTable,
  LibrariesTable,
  LinksTable,
  MembersTable,
  SharedFlagsTable,
} from '@lectern/contracts/read-model/tables.ts'
import { DELETED_DAYS } from '@lectern/contracts/retention.ts'
import { hasSharing } from '@lectern/contracts/sharing.ts'
import { retagged } from '@lectern/contracts/tags.ts'
import { fieldsOf, rowOf } from '../read-models/links/batch.ts'

type Link = Omit<LinksTable, 'library_id' | 'created_at' | 'updated_at' | 'article_id'> &
  Record<'created_at' | 'updated_at' | 'article_id', string>
type Collection = Pick<CollectionsTable, 'name' | 'description' | 'color'>
type Deleted = Omit<Link, 'updated_at'> & { readonly deleted_at: string }
type Facts = Pick<LibrariesTable, 'owner_id' | 'plan' | 'item_limit'> & { readonly paused_at: string | null }
type Member = Omit<MembersTable, 'library_id' | 'joined_at'> & { readonly joined_at: string }
type Flags = Omit<SharedFlagsTable, 'library_id'>

type Of<Type extends LibraryEvent['type']> = Extract<LibraryEvent, { type: Type }>['data']

const DELETED_MS = DELETED_DAYS * 86_400_000

/** What the events of a library come to, in memory and one after the other: the plainest projection, to compare rows with. */
export type FoldedLibrary = {
  /** undefined: the library is closed. */
  facts: Facts | undefined
  readonly links: Map<number, Link>
  readonly collections: Map<number, Collection>
  /** Without what it says of notes, which are in another stream. */
  readonly deleted: Map<number, Deleted>
  /** By collection and id. */
  readonly members: Map<string, Member>
  /** By the owner's id where the link is, and the link. */
  readonly flags: Map<string, Flags>
}

export const emptyLibrary = (): FoldedLibrary => ({
  facts: { owner_id: null, plan: 'free', item_limit: 500, paused_at: null },
  links: new Map(),
  collections: new Map(),
  deleted: new Map(),
  members: new Map(),
  flags: new Map(),
})

/** Changes the given library. @param savedBy the member who acted */
export const foldLibrary = (
  library: FoldedLibrary,
  event: LibraryEvent,
  savedBy: string | null = null,
): void => {
  const { type, data } = event
  if (type === 'LibraryClosed') {
    library.facts = undefined
    library.links.clear()
    library.collections.clear()
    library.deleted.clear()
    library.members.clear()
    library.flags.clear()
  }
  if (type === 'LibraryOpened') library.facts = { ...library.facts, owner_id: data.ownerId } as Facts
  if (type === 'AllowanceChanged')
    library.facts = { ...library.facts, ...allowanceAfter(library.facts, data) } as Facts
  foldSharing(library, event)
  for (const effect of effectsOf(event)) apply(library, effect, event, savedBy)
}

const allowanceAfter = (facts: Facts | undefined, { plan, limit, at }: Of<'AllowanceChanged'>) => ({
  ...{ plan, item_limit: limit, paused_at: hasSharing(plan) ? null : (facts?.paused_at ?? at) },
})

const foldSharing = ({ members, flags }: FoldedLibrary, { type, data }: LibraryEvent): void => {
  if (type === 'MemberJoined' || type === 'MemberRoleChanged') {
    const { collectionId: collection_id, memberId: member_id, role, at } = data
    const key = `${collection_id}/${member_id}`
    const { joined_at = at, is_offered = false } = members.get(key) ?? {}
    const isEditor = role === 'editor'
    members.set(key, { collection_id, member_id, role, joined_at, is_offered: is_offered && isEditor })
  }
  if (type === 'MemberLeft') members.delete(`${data.collectionId}/${data.memberId}`)
  if (type === 'HandoverOffered')
    for (const [key, member] of members)
      if (member.collection_id === data.collectionId)
        members.set(key, { ...member, is_offered: member.member_id === data.memberId })
  if (type !== 'SharedLinksFlagged') return
  const { memberId: member_id, isFavorite, isArchived } = data
  for (const link_id of idsIn(data.links)) {
    const key = `${member_id}/${link_id}`
    const known = flags.get(key)
    const is_favorite = isFavorite ?? known?.is_favorite ?? false
    const is_archived = isArchived ?? known?.is_archived ?? false
    if (is_favorite || is_archived) flags.set(key, { member_id, link_id, is_favorite, is_archived })
    else flags.delete(key)
  }
}

const apply = (
  { links, collections, deleted, members }: FoldedLibrary,
  effect: Effect,
  { type, data }: LibraryEvent,
  saved_by: string | null,
): void => {
  const { at: updated_at } = data
  switch (effect.kind) {
    case 'links-added':
      for (const { linkId: id, savedAt: created_at, savedBy = saved_by, ...fields } of effect.links)
        links.set(id, { id, created_at, updated_at, saved_by: savedBy, ...rowOf(fields) })
      break
    case 'links-changed': {
      const { to, retag } = effect
      for (const id of idsIn(effect.links)) {
        const link = links.get(id)
        if (!link) continue
        const before = JSON.stringify(link)
        Object.assign(link, fieldsOf(to))
        if (retag) link.tags = retagged(link.tags, retag)
        // An act on many links leaves those alone that are as it wants them.
        if (!ON_MANY_LINKS.has(type) || JSON.stringify(link) !== before) link.updated_at = updated_at
      }
      break
    }
    case 'links-restored': {
      const values = unpack(effect.values)
      for (const [n, id] of [...idsIn(effect.links)].entries())
        Object.assign(links.get(id) ?? {}, fieldsOf(valuesAt(values, n)), { updated_at })
      break
    }
    case 'links-removed':
      for (const id of idsIn(effect.links)) {
        const { updated_at: _, ...link } = links.get(id) ?? ({} as Link)
        if (links.delete(id)) deleted.set(id, { ...link, deleted_at: updated_at })
      }
      for (const [id, { deleted_at }] of deleted)
        if (Date.parse(deleted_at) < Date.parse(updated_at) - DELETED_MS) deleted.delete(id)
      break
    case 'removals-settled':
      for (const id of idsIn(effect.links)) deleted.delete(id)
      break
    case 'collection-put':
      collections.set(effect.collectionId, {
        ...collections.get(effect.collectionId),
        ...effect.is,
      } as Collection)
      break
    case 'collections-removed':
      for (const id of idsIn(effect.collections)) {
        collections.delete(id)
        for (const [key, { collection_id }] of members) if (collection_id === id) members.delete(key)
        for (const link of links.values())
          if (link.collection_id === id) Object.assign(link, { collection_id: null, updated_at })
      }
      break
    default:
      unhandled(effect)
  }
}

/** The rows of the tables that a library's events lead to, by table, with every count counted anew. */
export const rowsOfLibrary = (library_id: string, library: FoldedLibrary) => {
  const { facts, links, collections, deleted, members, flags } = library
  const all = [...links.values()]
  const tags = new Map<string, number>()
  for (const { is_archived, tags: list } of all)
    if (!is_archived) for (const tag of list) tags.set(tag, (tags.get(tag) ?? 0) + 1)
  const inside = Map.groupBy(all, link => link.collection_id)
  return {
    links: all.map(link => ({ library_id, ...link })),
    deletedLinks: [...deleted.values()].map(link => ({ library_id, ...link })),
    libraries: facts ? [{ library_id, ...facts, ...countsOf(all), tag_count: tags.size }] : [],
    collections: [...collections].map(([id, collection]) => ({
      library_id,
      id,
      ...collection,
      ...countsOf(inside.get(id) ?? []),
    })),
    members: [...members.values()].map(member => ({ library_id, ...member })),
    flags: [...flags.values()].map(flag => ({ library_id, ...flag })),
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
