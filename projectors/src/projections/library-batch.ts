import { articleIdOf } from '@lectern/contracts/article-id.ts'
import type { CollectionChanges, LibraryEvent } from '@lectern/contracts/events/library.ts'
import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import type { RecordedEvent } from '@lectern/platform/event-store/port.ts'
import { libraryIdOf, namedLinks } from './library-events.ts'

type NewRow = {
  l: string
  i: number
  at: string
  fav: boolean
  arc: boolean
  coll: number | null
  article: string
  card: string
  tags: string
}
/** coll says where it is now only where it moved. */
type Patch = { l: string; i: number; fav?: boolean; arc?: boolean; moved?: boolean; coll?: number | null }
type Library = { l: string; owner?: string; plan?: string; cap?: number | null }
/** text says what it is now only where it is described anew. */
type Collection = {
  l: string
  i: number
  name?: string
  color?: string
  described?: boolean
  text?: string | null
}
type What = LibraryChange['change']['what'][number]

/** What a batch of small events comes to: each row is written once, whatever happened to it. */
export class LibraryBatch {
  readonly rows = new Map<string, NewRow>()
  readonly patches = new Map<string, Patch>()
  readonly drops = new Map<string, { l: string; i: number }>()
  readonly libraries = new Map<string, Library>()
  readonly collections = new Map<string, Collection>()
  readonly changed = new Map<string, { what: Set<What>; linkIds: Set<number> }>()

  add(event: RecordedEvent): void {
    const libraryId = libraryIdOf(event)
    // Checked against contracts when it was appended; what is amiss all the same fails in Postgres and is parked.
    const { type, data } = event as unknown as LibraryEvent
    switch (type) {
      case 'LibraryOpened':
        this.library(libraryId, { owner: data.ownerId })
        break
      case 'AllowanceChanged':
        this.library(libraryId, { plan: data.plan, cap: data.limit })
        break
      case 'LinkSaved':
        this.save(libraryId, data)
        break
      case 'LinkFavorited':
        this.patch(libraryId, data.linkId, { fav: true })
        break
      case 'LinkUnfavorited':
        this.patch(libraryId, data.linkId, { fav: false })
        break
      case 'LinkArchived':
        this.patch(libraryId, data.linkId, { arc: true })
        break
      case 'LinkUnarchived':
        this.patch(libraryId, data.linkId, { arc: false })
        break
      case 'LinkCollected':
        this.patch(libraryId, data.linkId, { moved: true, coll: data.collectionId })
        this.changeOf(libraryId).what.add('collections')
        break
      case 'LinkDeleted':
        this.drop(libraryId, data.linkId)
        break
      case 'CollectionCreated':
        this.collection(libraryId, data.collectionId, data)
        break
      case 'CollectionEdited':
        this.collection(libraryId, data.collectionId, data.changes)
        break
    }
  }

  private save(libraryId: string, data: Saved): void {
    const id = key(libraryId, data.linkId)
    // As Postgres says where the two are in different batches.
    if (this.rows.has(id)) throw new TypeError(`Link ${id} was saved twice`)
    this.rows.set(id, {
      l: libraryId,
      i: data.linkId,
      at: data.at,
      fav: false,
      arc: false,
      coll: null,
      article: `\\x${articleIdOf(data.url)}`,
      card: cardOf(data),
      tags: JSON.stringify(data.tags),
    })
    this.linkChanged(libraryId, data.linkId)
  }

  private drop(libraryId: string, linkId: number): void {
    const id = key(libraryId, linkId)
    this.patches.delete(id)
    if (!this.rows.delete(id)) this.drops.set(id, { l: libraryId, i: linkId })
    this.linkChanged(libraryId, linkId)
  }

  private patch(l: string, i: number, flags: Omit<Patch, 'l' | 'i'>): void {
    const row = this.rows.get(key(l, i))
    const { moved, ...state } = flags
    if (row) Object.assign(row, state)
    else this.patches.set(key(l, i), { ...this.patches.get(key(l, i)), l, i, ...flags })
    this.linkChanged(l, i)
  }

  private library(l: string, facts: Omit<Library, 'l'>): void {
    this.libraries.set(l, { ...this.libraries.get(l), l, ...facts })
    this.changeOf(l).what.add('account')
  }

  private collection(l: string, i: number, { name, color, description }: CollectionChanges): void {
    this.collections.set(key(l, i), {
      ...this.collections.get(key(l, i)),
      l,
      i,
      ...(name !== undefined && { name }),
      ...(color !== undefined && { color }),
      ...(description !== undefined && { described: true, text: description }),
    })
    this.changeOf(l).what.add('collections')
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

const key = (libraryId: string, linkId: number) => `${libraryId}/${linkId}`

type Saved = Extract<LibraryEvent, { type: 'LinkSaved' }>['data']

/** The JSON of a link, without braces, as far as it stays what it was when saved. */
const cardOf = ({ url, title, note, at }: Saved): string =>
  `"url":${JSON.stringify(url)},"title":${JSON.stringify(title)},"note":${JSON.stringify(note)},"createdAt":${JSON.stringify(at)}`
