import type { Collection } from '@lectern/contracts/api/collections.ts'
import type { Link } from '@lectern/contracts/api/links.ts'
import type { LibraryEvent, LinkChanges, LinkValues } from '@lectern/contracts/events/library.ts'
import { type IdRanges, idsIn } from '@lectern/contracts/id-ranges.ts'
import { valuesIn } from '@lectern/contracts/runs.ts'
import { type Retag, retagged, retagOf } from '@lectern/contracts/tags.ts'

export type ModelLink = Pick<
  Link,
  'id' | 'url' | 'title' | 'tags' | 'isFavorite' | 'isArchived' | 'collectionId'
>
type ModelCollection = Omit<Collection, 'count'>

/** The part of a library that the fault test's acts change. */
export class LibraryModel {
  readonly links = new Map<number, ModelLink>()
  readonly collections = new Map<number, ModelCollection>()

  save(link: Pick<ModelLink, 'id' | 'url' | 'title' | 'tags'>): void {
    this.links.set(link.id, { ...link, isFavorite: false, isArchived: false, collectionId: null })
  }

  /** Skips ids of links that do not exist. */
  edit(ids: Iterable<number>, { collectionId, isFavorite, isArchived, tags, ...more }: LinkChanges): void {
    const retag = retagOf(more)
    for (const id of ids)
      this.put(id, link => ({
        ...(collectionId !== undefined && { collectionId }),
        ...(isFavorite !== undefined && { isFavorite }),
        ...(isArchived !== undefined && { isArchived }),
        ...(tags !== undefined && { tags }),
        ...(retag && { tags: retagged(link.tags, retag) }),
      }))
  }

  /** Changes one link, if it is there. */
  put(id: number, changed: (link: ModelLink) => Partial<ModelLink>): void {
    const link = this.links.get(id)
    if (link) this.links.set(id, { ...link, ...changed(link) })
  }

  retag(ids: Iterable<number>, retag: Retag): void {
    for (const id of ids) this.put(id, ({ tags }) => ({ tags: retagged(tags, retag) }))
  }

  /** Gives links their old values, one for each link in the order of ids. */
  restore(links: IdRanges, { isFavorite, isArchived, collectionId, tags, texts }: LinkValues): void {
    const favorites = isFavorite && [...valuesIn(isFavorite)]
    const archived = isArchived && [...valuesIn(isArchived)]
    const collections = collectionId && [...valuesIn(collectionId)]
    const lists = tags && [...valuesIn(tags.links)].map(n => tags.lists[n] ?? [])
    ;[...idsIn(links)].forEach((id, n) => {
      this.put(id, () => ({
        ...(favorites && { isFavorite: favorites[n] === 1 }),
        ...(archived && { isArchived: archived[n] === 1 }),
        ...(collections && { collectionId: collections[n] ?? null }),
        ...(lists && { tags: lists[n]?.map(name => tags.names[name] ?? '') ?? [] }),
        ...(texts && { url: texts.url, title: texts.title }),
      }))
    })
  }

  delete(ids: Iterable<number>): void {
    for (const id of ids) this.links.delete(id)
  }

  collect(collection: ModelCollection): void {
    this.collections.set(collection.id, collection)
  }

  /** Deletes a collection and keeps its links. */
  dissolve(collectionId: number): void {
    this.collections.delete(collectionId)
    const within = [...this.links.values()].filter(link => link.collectionId === collectionId)
    this.edit(
      within.map(({ id }) => id),
      { collectionId: null },
    )
  }

  copy(): LibraryModel {
    const copied = new LibraryModel()
    copied.goBackTo(this)
    return copied
  }

  /** Links that the earlier library did not have stay. */
  goBackTo({ links, collections }: LibraryModel): void {
    for (const [id, link] of links) this.links.set(id, link)
    this.collections.clear()
    for (const collection of collections.values()) this.collect(collection)
  }

  /** Links and collections as JSON in order of ids, for comparison. */
  texts(): { links: string[]; collections: string[] } {
    return { links: textsOf(this.links), collections: textsOf(this.collections) }
  }
}

const textsOf = (items: ReadonlyMap<number, object>): string[] =>
  [...items].toSorted(([a], [b]) => a - b).map(([, item]) => JSON.stringify(item))

/** Applies an event to a model. */
export const evolve = (model: LibraryModel, { type, data }: LibraryEvent): void => {
  switch (type) {
    case 'LinkSaved':
      model.save({ id: data.linkId, url: data.url, title: data.title, tags: data.tags })
      break
    case 'LinkFavorited':
    case 'LinkUnfavorited':
      model.edit([data.linkId], { isFavorite: type === 'LinkFavorited' })
      break
    case 'LinkArchived':
    case 'LinkUnarchived':
      model.edit([data.linkId], { isArchived: type === 'LinkArchived' })
      break
    case 'LinkCollected':
      model.edit([data.linkId], { collectionId: data.collectionId })
      break
    case 'LinkDeleted':
      model.delete([data.linkId])
      break
    case 'LinksEdited':
      model.edit(idsIn(data.links), data.changes)
      break
    case 'LinkEdited': {
      const { url, title, tags, collectionId } = data.changes
      model.edit([data.linkId], { tags, collectionId })
      model.put(data.linkId, () => ({
        ...(url !== undefined && { url }),
        ...(title !== undefined && { title }),
      }))
      break
    }
    case 'TagRenamed':
    case 'TagsMerged':
      model.retag(idsIn(data.links), { from: data.from, to: data.to, add: [] })
      break
    case 'TagDeleted':
      model.retag(idsIn(data.links), { from: data.from, to: null, add: [] })
      break
    case 'ActUndone':
      for (const { links, restored } of data.changes) model.restore(links, restored)
      break
    case 'CollectionRestored': {
      const { collectionId: id, name, description, color, links } = data
      model.collect({ id, name, description, color })
      model.edit(idsIn(links), { collectionId: id })
      break
    }
    case 'ImportUndone':
      model.delete(idsIn(data.links))
      for (const id of idsIn(data.collections)) model.dissolve(id)
      break
    case 'LinksDeleted':
      model.delete(idsIn(data.links))
      break
    case 'CollectionCreated': {
      const { collectionId: id, name, description, color } = data
      model.collect({ id, name, description, color })
      break
    }
    case 'CollectionEdited': {
      const { name, description, color } = data.changes
      const before = model.collections.get(data.collectionId)
      if (before === undefined) break
      model.collect({
        ...before,
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(color !== undefined && { color }),
      })
      break
    }
    case 'CollectionDeleted':
      model.dissolve(data.collectionId)
      break
  }
}
