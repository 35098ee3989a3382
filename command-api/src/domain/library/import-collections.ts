import { COLLECTION_PALETTE, COLLECTIONS_MAX } from '@lectern/contracts/collections.ts'
import type { ImportedRows } from '@lectern/contracts/events/library-imports.ts'
import type { FileCollection, ImportRow } from '@lectern/contracts/import-rows.ts'
import type { ImportState } from './import-state.ts'
import type { Library } from './state.ts'

type OfRow = Pick<ImportRow, 'collection' | 'collectionRef'>

/** Finds the collections of imported rows, and makes those that are missing. Case of names does not count. */
export const collectionsFor = (
  library: Library,
  { collections: known }: Pick<ImportState, 'collections'>,
) => {
  const created: ImportedRows['newCollections'] = []
  const found: { ref: number; collectionId: number }[] = []
  const idOfRef = new Map(known.filter(([, collectionId]) => library.collections.has(collectionId)))
  /** Collections by name, in the order of their ids. */
  const named = new Map<string, number[]>()
  for (const [id, { name }] of library.collections) {
    const key = name.toLowerCase()
    named.set(key, [...(named.get(key) ?? []), id])
  }
  const create = (made: { name: string; color?: string; description?: string | null; ref?: number }) => {
    if (library.collections.size + created.length >= COLLECTIONS_MAX) return undefined
    const collectionId = library.nextCollectionId + created.length
    const color = COLLECTION_PALETTE[(collectionId - 1) % COLLECTION_PALETTE.length] as string
    created.push({ collectionId, color, ...made })
    return collectionId
  }

  const nameOf = (id: number | null): string | undefined =>
    id === null
      ? undefined
      : (library.collections.get(id) ?? created.find(({ collectionId }) => collectionId === id))?.name

  const made = {
    created,
    found,
    nameOf,
    /** undefined where the library can hold no more collections. */
    idOf: (name: string): number | undefined => {
      const [first] = named.get(name.toLowerCase()) ?? []
      if (first !== undefined) return first
      const collectionId = create({ name })
      if (collectionId !== undefined) named.set(name.toLowerCase(), [collectionId])
      return collectionId
    },
    /** The collection of a row; undefined where it has no room, or was deleted meanwhile. */
    idOfRow: ({ collection, collectionRef }: OfRow): number | null | undefined => {
      if (collectionRef !== undefined) return idOfRef.get(collectionRef)
      return collection === null ? null : made.idOf(collection)
    },
    /** The name of the collection of a row. */
    nameOfRow: ({ collection, collectionRef }: OfRow): string | null =>
      collectionRef === undefined ? collection : (nameOf(idOfRef.get(collectionRef) ?? null) ?? null),
    /** Collections that share a name in the file are, in their order, those that share it in the library. */
    describe: (described: readonly FileCollection[]): void => {
      const free = new Map([...named].map(([name, ids]) => [name, [...ids]]))
      for (const collection of described) {
        if (idOfRef.has(collection.ref)) continue
        const same = free.get(collection.name.toLowerCase())?.shift()
        const collectionId = same ?? create(collection)
        if (collectionId === undefined) continue
        if (same !== undefined) found.push({ ref: collection.ref, collectionId })
        idOfRef.set(collection.ref, collectionId)
      }
    },
  }
  return made
}
