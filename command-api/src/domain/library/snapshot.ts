import type { Plan } from '@lectern/contracts/plans.ts'
import type { SnapshotFormat } from '../decider.ts'
import { type Library, putLink } from './state.ts'

/** Raise it whenever evolve or the parts below change. */
const SNAPSHOT_VERSION = 1

const LINKS_A_PART = 2_000

type Head = {
  opened: boolean
  allowance: { plan: Plan; limit: number | null }
  causes: string[]
  nextLinkId: number
}
/** linkId, urlKey, favourite and archived as bits, savedAt */
type LinkRow = [number, string, number, number]
type Part = { head: Head } | { links: LinkRow[] }

export const librarySnapshot: SnapshotFormat<Library> = {
  version: SNAPSHOT_VERSION,

  *freeze({ opened, allowance, causes, nextLinkId, links }): Generator<Part> {
    yield { head: { opened, allowance, causes: [...causes], nextLinkId } }
    let rows: LinkRow[] = []
    for (const [linkId, { urlKey, favorite, archived, savedAt }] of links) {
      rows.push([linkId, urlKey, (favorite ? 1 : 0) + (archived ? 2 : 0), savedAt])
      if (rows.length < LINKS_A_PART) continue
      yield { links: rows }
      rows = []
    }
    if (rows.length > 0) yield { links: rows }
  },

  thaw: (library, part) => {
    const stored = part as Part
    if ('links' in stored) {
      for (const [linkId, urlKey, flags, savedAt] of stored.links)
        putLink(library, linkId, { urlKey, favorite: (flags & 1) > 0, archived: (flags & 2) > 0, savedAt })
      return library
    }
    const { opened, allowance, causes, nextLinkId } = stored.head
    return { ...library, opened, allowance, causes: new Set(causes), nextLinkId }
  },
}
