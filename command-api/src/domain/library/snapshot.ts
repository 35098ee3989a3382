import type { Plan } from '@lectern/contracts/plans.ts'
import type { SnapshotFormat } from '../decider.ts'
import { type CollectionState, type Library, putLink } from './state.ts'

/** Raise it whenever evolve or the parts below change. */
const SNAPSHOT_VERSION = 3

const LINKS_A_PART = 2_000

type Head = {
  opened: boolean
  allowance: { plan: Plan; limit: number | null }
  causes: string[]
  causeRevision: number
  nextLinkId: number
  nextCollectionId: number
}
/** linkId, urlKey, favourite and archived as bits, savedAt, collectionId, place of its tags among those of the part */
type LinkRow = [number, string, number, number, number | null, number]
type Links = { tags: string[]; links: LinkRow[] }
type Part = { head: Head } | { collections: [number, CollectionState][] } | Links

export const librarySnapshot: SnapshotFormat<Library> = {
  version: SNAPSHOT_VERSION,

  *freeze({ collections, links, ...library }): Generator<Part> {
    const { opened, allowance, causes, causeRevision, nextLinkId, nextCollectionId } = library
    yield { head: { opened, allowance, causes: [...causes], causeRevision, nextLinkId, nextCollectionId } }
    if (collections.size > 0) yield { collections: [...collections] }
    let rows: LinkRow[] = []
    let places = new Map<string, number>()
    for (const [linkId, { urlKey, favorite, archived, savedAt, collectionId, tags }] of links) {
      const place = places.get(tags) ?? places.size
      places.set(tags, place)
      rows.push([linkId, urlKey, (favorite ? 1 : 0) + (archived ? 2 : 0), savedAt, collectionId, place])
      if (rows.length < LINKS_A_PART) continue
      yield { tags: [...places.keys()], links: rows }
      rows = []
      places = new Map()
    }
    if (rows.length > 0) yield { tags: [...places.keys()], links: rows }
  },

  thaw: (library, part) => {
    const stored = part as Part
    if ('links' in stored) {
      for (const [linkId, urlKey, flags, savedAt, collectionId, place] of stored.links) {
        const [favorite, archived] = [(flags & 1) > 0, (flags & 2) > 0]
        const tags = stored.tags[place] as string
        putLink(library, linkId, { urlKey, favorite, archived, collectionId, tags, savedAt })
      }
      return library
    }
    if ('collections' in stored) return { ...library, collections: new Map(stored.collections) }
    const { causes, ...head } = stored.head
    return { ...library, ...head, causes: new Set(causes) }
  },
}
