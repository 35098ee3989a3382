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
/** linkId, urlKey, favourite and archived as bits, savedAt, collectionId */
type LinkRow = [number, string, number, number, number | null]
type Part = { head: Head } | { collections: [number, CollectionState][] } | { links: LinkRow[] }

export const librarySnapshot: SnapshotFormat<Library> = {
  version: SNAPSHOT_VERSION,

  *freeze({ collections, links, ...library }): Generator<Part> {
    const { opened, allowance, causes, causeRevision, nextLinkId, nextCollectionId } = library
    yield { head: { opened, allowance, causes: [...causes], causeRevision, nextLinkId, nextCollectionId } }
    if (collections.size > 0) yield { collections: [...collections] }
    let rows: LinkRow[] = []
    for (const [linkId, { urlKey, favorite, archived, savedAt, collectionId }] of links) {
      rows.push([linkId, urlKey, (favorite ? 1 : 0) + (archived ? 2 : 0), savedAt, collectionId])
      if (rows.length < LINKS_A_PART) continue
      yield { links: rows }
      rows = []
    }
    if (rows.length > 0) yield { links: rows }
  },

  thaw: (library, part) => {
    const stored = part as Part
    if ('links' in stored) {
      for (const [linkId, urlKey, flags, savedAt, collectionId] of stored.links) {
        const [favorite, archived] = [(flags & 1) > 0, (flags & 2) > 0]
        putLink(library, linkId, { urlKey, favorite, archived, collectionId, savedAt })
      }
      return library
    }
    if ('collections' in stored) return { ...library, collections: new Map(stored.collections) }
    const { causes, ...head } = stored.head
    return { ...library, ...head, causes: new Set(causes) }
  },
}
