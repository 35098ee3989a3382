import type { Plan } from '@lectern/contracts/plans.ts'
import { type ClientIdsPart, freezeClientIds, thawClientIds } from '../client-ids.ts'
import type { SnapshotFormat } from '../decider.ts'
import type { ImportState } from './import-state.ts'
import { type CollectionState, type Library, type LinkState, putLink } from './state.ts'
import { addList, addName, type LinkTags } from './tags.ts'

/** Raise it with every change of evolve or of the parts below; snapshot.test.ts fails where that was forgotten. */
const SNAPSHOT_VERSION = 12

const ROWS_A_PART = 2_000

type Head = {
  opened: boolean
  closed: boolean
  allowance: { plan: Plan; limit: number | null }
  causes: string[]
  causeRevision: number
  nextLinkId: number
  nextCollectionId: number
  dictionaryBytes: number
  imports: [string, ImportState][]
  undoneImports: string[]
  deletedCollections: [number, number][]
}
/** linkId, urlKey, favourite and archived as bits, savedAt, collectionId, tags, textsAt, changedAt, movedAt */
type LinkRow = [number, string, number, number, number | null, LinkTags, number, number, number]
type Part =
  | { head: Head }
  | { collections: [number, CollectionState][] }
  | { tagNames: string[] }
  /** Of tags with several spellings, whose order is not that of the names. */
  | { spellings: [string, readonly string[]][] }
  | { tagLists: (readonly number[])[] }
  | { links: LinkRow[] }
  | { linksOfClients: ClientIdsPart }
  | { collectionsOfClients: ClientIdsPart }

export const librarySnapshot: SnapshotFormat<Library> = {
  version: SNAPSHOT_VERSION,

  *freeze({ collections, links, tags: dictionary, ...library }): Generator<Part> {
    const { opened, closed, allowance, causeRevision, nextLinkId, nextCollectionId } = library
    const head = { opened, closed, allowance, causeRevision, nextLinkId, nextCollectionId }
    const [causes, imports] = [[...library.causes], [...library.imports]]
    const undoneImports = [...library.undoneImports]
    const deletedCollections = [...library.deletedCollections]
    const all = { causes, imports, undoneImports, deletedCollections }
    yield { head: { ...head, ...all, dictionaryBytes: dictionary.bytes } }
    if (collections.size > 0) yield { collections: [...collections] }
    for (const tagNames of chunksOf(dictionary.names)) yield { tagNames }
    const spellings = [...dictionary.spellings].filter(([, names]) => names.length > 1)
    if (spellings.length > 0) yield { spellings }
    for (const tagLists of chunksOf(dictionary.lists)) yield { tagLists }
    for (const chunk of chunksOf([...links])) yield { links: chunk.map(toRow) }
    for (const linksOfClients of freezeClientIds(library.linksOfClients)) yield { linksOfClients }
    for (const collectionsOfClients of freezeClientIds(library.collectionsOfClients))
      yield { collectionsOfClients }
  },

  thaw: (library, part) => {
    const stored = part as Part
    if ('head' in stored) {
      const { causes, undoneImports, dictionaryBytes, ...others } = stored.head
      const { imports, deletedCollections, ...head } = others
      const tags = { ...library.tags, bytes: dictionaryBytes }
      const sets = { causes: new Set(causes), undoneImports: new Set(undoneImports) }
      const maps = { imports: new Map(imports), deletedCollections: new Map(deletedCollections) }
      return { ...library, ...head, ...maps, ...sets, tags }
    }
    if ('collections' in stored) return { ...library, collections: new Map(stored.collections) }
    if ('tagNames' in stored) for (const name of stored.tagNames) addName(library.tags, name)
    else if ('spellings' in stored)
      for (const [key, names] of stored.spellings) library.tags.spellings.set(key, names)
    else if ('linksOfClients' in stored) thawClientIds(library.linksOfClients, stored.linksOfClients)
    else if ('collectionsOfClients' in stored)
      thawClientIds(library.collectionsOfClients, stored.collectionsOfClients)
    else if ('tagLists' in stored) for (const list of stored.tagLists) addList(library.tags, list)
    else
      for (const [linkId, urlKey, flags, savedAt, collectionId, tags, ...later] of stored.links) {
        const [favorite, archived] = [(flags & 1) > 0, (flags & 2) > 0]
        const [textsAt, changedAt, movedAt] = later
        const revisions = { savedAt, textsAt, changedAt, movedAt }
        putLink(library, linkId, { urlKey, favorite, archived, collectionId, tags, ...revisions })
      }
    return library
  },
}

const toRow = ([linkId, link]: [number, LinkState]): LinkRow => {
  const { urlKey, favorite, archived, savedAt, collectionId, tags, textsAt, changedAt, movedAt } = link
  const flags = (favorite ? 1 : 0) + (archived ? 2 : 0)
  return [linkId, urlKey, flags, savedAt, collectionId, tags, textsAt, changedAt, movedAt]
}

function* chunksOf<T>(rows: readonly T[]): Generator<T[]> {
  for (let first = 0; first < rows.length; first += ROWS_A_PART) yield rows.slice(first, first + ROWS_A_PART)
}
