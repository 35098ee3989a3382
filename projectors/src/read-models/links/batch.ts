import { shownArticleOf } from '@lectern/contracts/article-id.ts'
import {
  type CollectionChanges,
  type LibraryEvent,
  type LinkTexts,
  textsAfter,
} from '@lectern/contracts/events/library.ts'
import { unhandled } from '@lectern/contracts/events/read.ts'
import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import type { CollectionsTable, LibrariesTable, LinksTable } from '@lectern/contracts/read-model/tables.ts'
import { type ImportEvent, ImportsBatch } from '../imports/batch.ts'
import { namedLinks } from '../named-links.ts'
import { NotesBatch } from '../notes/batch.ts'
import type { ProjectedEvent } from '../read-model.ts'

type LinkKey = Pick<LinksTable, 'library_id' | 'id'>
/** A row in JSON. */
type NewLink = Omit<LinksTable, 'created_at' | 'article_id'> & { created_at: string; article_id: string }
type Texts = Pick<NewLink, 'url' | 'url_key' | 'article_id' | 'title' | 'title_from_page' | 'note'>
type Fields = Partial<Pick<NewLink, 'is_favorite' | 'is_archived' | 'collection_id' | 'tags'> & Texts>
/** A null collection_id counts only where is_moved is true, a null note where the url is there. */
type Patch = LinkKey & Fields & { is_moved?: boolean }
type Library = Partial<Pick<LibrariesTable, 'library_id' | 'owner_id' | 'plan' | 'item_limit'>>
/** A null description counts only where is_described is true. */
type Collection = Partial<Pick<CollectionsTable, 'library_id' | 'id' | 'name' | 'color' | 'description'>> & {
  is_described?: boolean
}
type What = LibraryChange['change']['what'][number]
type Saved = Extract<LibraryEvent, { type: 'LinkSaved' }>['data']
type Edited = Extract<LibraryEvent, { type: 'LinkEdited' }>['data']
type Imported = Extract<LibraryEvent, { type: 'LinksImported' }>['data']

/** Sums up a batch of events about single links, so that each row is written once. */
export class LinksBatch {
  readonly saved = new Map<string, NewLink>()
  readonly patches = new Map<string, Patch>()
  readonly deleted = new Map<string, LinkKey>()
  readonly libraries = new Map<string, Library>()
  readonly collections = new Map<string, Collection>()
  readonly imports = new ImportsBatch()
  readonly notes = new NotesBatch()
  private readonly changed = new Map<string, { what: Set<What>; linkIds: Set<number> }>()

  add(read: ProjectedEvent): void {
    const { kind } = read
    if (kind === 'notebook') {
      this.notes.add(read.id, read.event, read.revision)
      this.changeOf(read.id).what.add('notes')
      if (read.event.type === 'NotesImported') this.importChanged(read.id, read.event)
      return
    }
    if (kind !== 'library') return
    const libraryId = read.id
    const { type, data } = read.event
    switch (type) {
      case 'LibraryOpened':
        this.library(libraryId, { owner_id: data.ownerId })
        break
      case 'AllowanceChanged':
        this.library(libraryId, { plan: data.plan, item_limit: data.limit })
        break
      case 'LinkSaved':
        this.save(libraryId, data)
        break
      case 'LinkFavorited':
        this.patch(libraryId, data.linkId, { is_favorite: true })
        break
      case 'LinkUnfavorited':
        this.patch(libraryId, data.linkId, { is_favorite: false })
        break
      case 'LinkArchived':
        this.patch(libraryId, data.linkId, { is_archived: true })
        break
      case 'LinkUnarchived':
        this.patch(libraryId, data.linkId, { is_archived: false })
        break
      case 'LinkCollected':
        this.patch(libraryId, data.linkId, { collection_id: data.collectionId })
        this.changeOf(libraryId).what.add('collections')
        break
      case 'LinkEdited':
        this.edit(libraryId, data)
        break
      case 'LinkPageProvided':
      case 'LinkPageRemoved':
        this.patch(libraryId, data.linkId, textsOf(data.texts))
        this.changeOf(libraryId).what.add('extraction')
        break
      case 'LinkDeleted':
        this.delete(libraryId, data.linkId)
        break
      case 'CollectionCreated':
        this.collection(libraryId, data.collectionId, data)
        break
      case 'CollectionEdited':
        this.collection(libraryId, data.collectionId, data.changes)
        break
      case 'LinksImported':
        this.importLinks(libraryId, data)
        this.importChanged(libraryId, read.event)
        break
      case 'ImportRequested':
      case 'ImportStarted':
      case 'ImportCompleted':
      case 'ImportFailed':
        this.importChanged(libraryId, read.event)
        break
      case 'LibraryClosed':
      case 'LinksEdited':
      case 'LinksDeleted':
      case 'TagRenamed':
      case 'TagsMerged':
      case 'TagDeleted':
      case 'ActUndone':
      case 'CollectionDeleted':
      case 'CollectionRestored':
      case 'ImportUndone':
        throw new TypeError(`${type} needs a batch of its own`)
      default:
        unhandled(type)
    }
  }

  private save(libraryId: string, { linkId, tags, at, titleFrom = 'person', ...link }: Saved): void {
    const flags = { is_favorite: false, is_archived: false, collection_id: null }
    const texts = textsOf({ ...link, titleFrom })
    this.put({ library_id: libraryId, id: linkId, created_at: at, ...flags, ...texts, tags })
  }

  private importLinks(libraryId: string, { links, newCollections }: Imported): void {
    for (const { collectionId, ...made } of newCollections) this.collection(libraryId, collectionId, made)
    if (links.some(({ collectionId }) => collectionId !== null))
      this.changeOf(libraryId).what.add('collections')
    for (const { linkId: id, tags, savedAt: created_at, ...link } of links) {
      const { isFavorite: is_favorite, isArchived: is_archived, collectionId: collection_id } = link
      const flags = { is_favorite, is_archived, collection_id }
      this.put({ library_id: libraryId, id, created_at, ...flags, ...textsOf(link), tags })
    }
  }

  private edit(libraryId: string, edited: Edited): void {
    const { linkId, changes } = edited
    const { tags, collectionId: collection_id } = changes
    this.patch(libraryId, linkId, {
      ...textsOf(textsAfter(edited)),
      ...(tags !== undefined && { tags }),
      ...(collection_id !== undefined && { collection_id }),
    })
    if (collection_id !== undefined) this.changeOf(libraryId).what.add('collections')
    // Another address has another article.
    if (changes.url !== undefined) this.changeOf(libraryId).what.add('extraction')
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
  }

  private delete(libraryId: string, linkId: number): void {
    const key = keyOf(libraryId, linkId)
    this.patches.delete(key)
    if (!this.saved.delete(key)) this.deleted.set(key, { library_id: libraryId, id: linkId })
    this.linkChanged(libraryId, linkId)
  }

  private patch(libraryId: string, linkId: number, fields: Fields): void {
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
      change = { what: new Set(), linkIds: new Set() }
      this.changed.set(libraryId, change)
    }
    return change
  }

  changes(): LibraryChange[] {
    return [...this.changed].map(([libraryId, { what, linkIds }]) => ({
      libraryId,
      change: { what: [...what], ...(linkIds.size > 0 && namedLinks([...linkIds])) },
    }))
  }
}

/** Columns in JSON. */
export const textsOf = ({ url, urlKey, title, titleFrom, note, ownArticle }: LinkTexts): Texts => ({
  url,
  url_key: urlKey,
  article_id: `\\x${shownArticleOf({ url, ownArticle })}`,
  title,
  title_from_page: titleFrom === 'page',
  note,
})

const keyOf = (libraryId: string, id: number) => `${libraryId}/${id}`
