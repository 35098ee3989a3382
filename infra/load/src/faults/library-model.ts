import type { Collection } from '@lectern/contracts/api/collections.ts'
import type { Link } from '@lectern/contracts/api/links.ts'
import { type Effect, effectsOf, type SomeFields } from '@lectern/contracts/events/effects.ts'
import type { LibraryEvent, LinkChanges } from '@lectern/contracts/events/library.ts'
import { unpack, valuesAt } from '@lectern/contracts/events/link-values.ts'
import { unhandled } from '@lectern/contracts/events/read.ts'
import { idsIn } from '@lectern/contracts/id-ranges.ts'
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

  /** Gives a link these of its fields. */
  give(id: number, { texts, ...others }: SomeFields): void {
    const given = Object.entries(others).filter(([, value]) => value !== undefined)
    this.put(id, () => ({
      ...Object.fromEntries(given),
      ...(texts && { url: texts.url, title: texts.title }),
    }))
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
export const evolve = (model: LibraryModel, event: LibraryEvent): void => {
  for (const effect of effectsOf(event)) apply(model, effect)
}

const apply = (model: LibraryModel, effect: Effect): void => {
  switch (effect.kind) {
    case 'links-added':
      for (const { linkId: id, texts, tags, isFavorite, isArchived, collectionId } of effect.links)
        model.links.set(id, {
          ...{ id, url: texts.url, title: texts.title, tags, isFavorite, isArchived, collectionId },
        })
      break
    case 'links-changed':
      for (const id of idsIn(effect.links)) {
        model.give(id, effect.to)
        if (effect.retag) model.retag([id], effect.retag)
      }
      break
    case 'links-restored': {
      const values = unpack(effect.values)
      for (const [n, id] of [...idsIn(effect.links)].entries()) model.give(id, valuesAt(values, n))
      break
    }
    case 'links-removed':
      model.delete(idsIn(effect.links))
      break
    case 'removals-settled':
      break
    case 'collection-put': {
      const { collectionId: id, is } = effect
      model.collect({ ...model.collections.get(id), id, ...is } as ModelCollection)
      break
    }
    case 'collections-removed':
      for (const id of idsIn(effect.collections)) model.dissolve(id)
      break
    default:
      unhandled(effect)
  }
}
