import { CHANGE_ACTS_MAX, type ChangeAct } from '@lectern/contracts/api/changes.ts'
import { shownArticleOf } from '@lectern/contracts/article-id.ts'
import {
  type Effect,
  effectsOf,
  type LinkFields,
  type SomeFields,
} from '@lectern/contracts/events/effects.ts'
import type { CollectionChanges, LibraryEvent, LinkTexts } from '@lectern/contracts/events/library.ts'
import { idsIn } from '@lectern/contracts/id-ranges.ts'
import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import type { LibrariesTable, LinksTable } from '@lectern/contracts/read-model/tables.ts'
import { hasSharing } from '@lectern/contracts/sharing.ts'
import { latestKey } from '@lectern/contracts/url-key.ts'
import { type ImportEvent, ImportsBatch, isOfImport } from '../imports/batch.ts'
import { namedLinks } from '../named-links.ts'
import { NotesBatch } from '../notes/batch.ts'
import { memberOf, type ProjectedEvent } from '../projection.ts'
import type { SharedFlags } from '../sharing/flags.ts'
import { isOfMembers, type MembersEvent } from '../sharing/members.ts'
import { changeAct, namedActs } from './change-acts.ts'
import type { Collection } from './collections.ts'
import { SettledRemovals } from './deleted.ts'

type LinkKey = Pick<LinksTable, 'library_id' | 'id'>
/** A row in JSON. */
type NewLink = Omit<LinksTable, 'created_at' | 'updated_at' | 'article_id'> &
  Record<'created_at' | 'updated_at' | 'article_id', string>
type Texts = Pick<NewLink, 'url' | 'url_key' | 'article_id' | 'title' | 'title_from_page' | 'note'>
type Fields = Partial<Pick<NewLink, 'is_favorite' | 'is_archived' | 'collection_id' | 'tags'> & Texts>
/** A null collection_id counts only where is_moved is true, a null note where the url is there. */
type Patch = LinkKey & Fields & { updated_at: string; is_moved?: boolean }
type Library = Partial<Pick<LibrariesTable, 'library_id' | 'owner_id' | 'plan' | 'item_limit'>> & {
  paused_at?: string | null
  /** The plan had sharing since the rows that are there. */
  is_resumed?: boolean
}
type Allowance = Extract<LibraryEvent, { type: 'AllowanceChanged' }>['data']
type What = LibraryChange['change']['what'][number]
/** Sums up a batch of events about single links, so that each row is written once. */
export class LinksBatch {
  readonly saved = new Map<string, NewLink>()
  readonly patches = new Map<string, Patch>()
  readonly settled = new SettledRemovals()
  readonly libraries = new Map<string, Library>()
  readonly collections = new Map<string, Collection>()
  readonly members: [libraryId: string, event: MembersEvent][] = []
  readonly flags: SharedFlags[] = []
  readonly imports = new ImportsBatch()
  readonly notes = new NotesBatch()
  private readonly changed = new Map<string, { what: Set<What>; linkIds: Set<number>; acts: ChangeAct[] }>()

  add(read: ProjectedEvent): void {
    const { kind } = read
    if (kind === 'notebook') {
      this.notes.add(read.id, read.event, read.revision)
      this.changeOf(read.id).what.add('notes')
      if (read.event.type === 'NotesImported') this.importChanged(read.id, read.event)
      this.actDone(read.id, read, [])
      return
    }
    if (kind !== 'library') return
    const { id: libraryId, event } = read
    const effects = effectsOf(event)
    const savedBy = memberOf(read)
    for (const effect of effects) this.apply(libraryId, effect, event.data.at, savedBy)
    if (isOfMembers(event)) {
      this.members.push([libraryId, event])
      this.changeOf(libraryId).what.add('collections')
    }
    if (event.type === 'SharedLinksFlagged') this.flags.push({ libraryId, ...event.data })
    if (isOfImport(event)) this.importChanged(libraryId, event)
    if (event.type === 'LibraryOpened') this.library(libraryId, { owner_id: event.data.ownerId })
    if (event.type === 'AllowanceChanged') this.allowance(libraryId, event.data)
    this.actDone(libraryId, read, effects)
  }

  private actDone(libraryId: string, read: ProjectedEvent, effects: readonly Effect[]): void {
    const acts = this.changed.get(libraryId)?.acts
    // One more than are named says that they are too many.
    if (acts && acts.length <= CHANGE_ACTS_MAX) acts.push(changeAct(read, effects))
  }

  private apply(libraryId: string, effect: Effect, updated_at: string, saved_by: string | null): void {
    const { kind } = effect
    if (kind === 'collection-put') this.collection(libraryId, effect.collectionId, effect.is)
    else if (kind === 'links-added')
      for (const { linkId: id, savedAt: created_at, savedBy = saved_by, ...link } of effect.links)
        this.put({ library_id: libraryId, id, created_at, updated_at, saved_by: savedBy, ...rowOf(link) })
    else if (kind === 'removals-settled') {
      this.settled.add(libraryId, effect.links)
      for (const id of idsIn(effect.links)) this.linkChanged(libraryId, id)
    } else if (kind === 'links-changed' && effect.retag === undefined) {
      const { links, to, hasOtherArticle } = effect
      for (const id of idsIn(links)) this.patch(libraryId, id, { ...fieldsOf(to), updated_at })
      if (to.collectionId !== undefined) this.changeOf(libraryId).what.add('collections')
      if (hasOtherArticle) this.changeOf(libraryId).what.add('extraction')
    } else throw new TypeError(`${kind} needs a batch of its own`)
  }

  private importChanged(libraryId: string, event: ImportEvent): void {
    this.imports.add(libraryId, event)
    this.changeOf(libraryId).what.add('imports')
  }

  private put(link: NewLink): void {
    const key = keyOf(link.library_id, link.id)
    // Postgres refuses the second row only where the two events are in different batches.
    if (this.saved.has(key)) throw new TypeError(`Link ${key} was saved twice`)
    this.saved.set(key, link)
    this.linkChanged(link.library_id, link.id)
    if (link.collection_id !== null) this.changeOf(link.library_id).what.add('collections')
  }

  private patch(libraryId: string, linkId: number, fields: Fields & { updated_at: string }): void {
    const key = keyOf(libraryId, linkId)
    const saved = this.saved.get(key)
    if (saved) Object.assign(saved, fields)
    else
      this.patches.set(key, {
        ...this.patches.get(key),
        library_id: libraryId,
        id: linkId,
        ...fields,
        ...('collection_id' in fields && { is_moved: true }),
      })
    this.linkChanged(libraryId, linkId)
  }

  private allowance(libraryId: string, { plan, limit, at }: Allowance): void {
    const known = this.libraries.get(libraryId)
    const pause = hasSharing(plan)
      ? { paused_at: null, is_resumed: true }
      : { paused_at: known?.paused_at ?? at, is_resumed: known?.is_resumed ?? false }
    this.library(libraryId, { plan, item_limit: limit, ...pause })
  }

  private library(libraryId: string, facts: Library): void {
    this.libraries.set(libraryId, { library_id: libraryId, ...this.libraries.get(libraryId), ...facts })
    this.changeOf(libraryId).what.add('account')
  }

  private collection(libraryId: string, id: number, { name, color, description }: CollectionChanges): void {
    const key = keyOf(libraryId, id)
    this.collections.set(key, {
      library_id: libraryId,
      id,
      ...this.collections.get(key),
      ...(name !== undefined && { name }),
      ...(color !== undefined && { color }),
      ...(description !== undefined && { description, is_described: true }),
    })
    this.changeOf(libraryId).what.add('collections')
  }

  private linkChanged(libraryId: string, linkId: number): void {
    const change = this.changeOf(libraryId)
    change.what.add('links')
    change.linkIds.add(linkId)
  }

  private changeOf(libraryId: string) {
    let change = this.changed.get(libraryId)
    if (change === undefined) {
      change = { what: new Set(), linkIds: new Set(), acts: [] }
      this.changed.set(libraryId, change)
    }
    return change
  }

  changes(): LibraryChange[] {
    return [...this.changed].map(([libraryId, { what, linkIds, acts }]) => ({
      libraryId,
      change: { what: [...what], ...(linkIds.size > 0 && namedLinks([...linkIds])), ...namedActs(acts) },
    }))
  }
}

/** Columns in JSON. */
export const textsOf = ({ url, urlKey, title, titleFrom, note, ownArticle }: LinkTexts): Texts => ({
  url,
  url_key: latestKey({ url, urlKey }),
  article_id: `\\x${shownArticleOf({ url, ownArticle })}`,
  title,
  title_from_page: titleFrom === 'page',
  note,
})

/** Columns in JSON. */
export const rowOf = ({ texts, tags, isFavorite, isArchived, collectionId }: LinkFields) => ({
  ...textsOf(texts),
  ...{ tags, is_favorite: isFavorite, is_archived: isArchived, collection_id: collectionId },
})

/** Those of the fields that are there. */
export const fieldsOf = ({ texts, tags, isFavorite, isArchived, collectionId }: SomeFields): Fields => ({
  ...(texts && textsOf(texts)),
  ...(tags && { tags }),
  ...(isFavorite !== undefined && { is_favorite: isFavorite }),
  ...(isArchived !== undefined && { is_archived: isArchived }),
  ...(collectionId !== undefined && { collection_id: collectionId }),
})

const keyOf = (libraryId: string, id: number) => `${libraryId}/${id}`
