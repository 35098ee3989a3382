import type { TagsBefore } from '@lectern/contracts/events/library-fields.ts'
import { unpackTags } from '@lectern/contracts/events/link-values.ts'
import type { Plan } from '@lectern/contracts/plans.ts'
import type { Role } from '@lectern/contracts/sharing.ts'
import { type ClientIdsPart, freezeClientIds, thawClientIds } from '../client-ids.ts'
import type { SnapshotFormat } from '../decider.ts'
import type { ImportState } from './import-state.ts'
import type { Invitation } from './sharing/state.ts'
import { type CollectionState, type Library, type LinkState, putLink, type ShareState } from './state.ts'
import { addName, packTags, sharer } from './tags.ts'

/** Raise it with every change of evolve or of the parts below; snapshot.test.ts fails where that was forgotten. */
const SNAPSHOT_VERSION = 18

const ROWS_A_PART = 1_000

type Head = {
  opened: boolean
  closed: boolean
  allowance: { plan: Plan; limit: number | null }
  causes: string[]
  causeRevision: number
  nextLinkId: number
  nextCollectionId: number
  imports: [string, ImportState][]
  undoneImports: string[]
  settledRemovals: number[]
  invitations: [string, Invitation][]
  members: [number, [string, Role][]][]
  pausedAt: number | null
  flags: [string, [number, number][]][]
  offers: [number, string][]
  received: [string, { collectionId: number; last: number }][]
  shares: [string, ShareState][]
}
type Part =
  | { head: Head }
  | { collections: [number, CollectionState][] }
  /** Of tags with several spellings, in their order. */
  | { spellings: string[] }
  | { links: [number, Omit<LinkState, 'tags'>][]; tags: TagsBefore }
  | { linksOfClients: ClientIdsPart }
  | { collectionsOfClients: ClientIdsPart }

export const librarySnapshot: SnapshotFormat<Library> = {
  version: SNAPSHOT_VERSION,

  *freeze({ collections, links, tags, ...library }): Generator<Part> {
    const { opened, closed, allowance, causeRevision, nextLinkId, nextCollectionId } = library
    const head = { opened, closed, allowance, causeRevision, nextLinkId, nextCollectionId }
    const [causes, imports] = [[...library.causes], [...library.imports]]
    const undoneImports = [...library.undoneImports]
    const settledRemovals = [...library.settledRemovals]
    const invitations = [...library.invitations]
    const members = [...library.members].map(([id, roles]): Head['members'][number] => [id, [...roles]])
    const flags = [...library.flags].map(([id, ofOne]): Head['flags'][number] => [id, [...ofOne]])
    const [offers, received, shares] = [[...library.offers], [...library.received], [...library.shares]]
    const sharing = { invitations, members, flags, offers, received, shares, pausedAt: library.pausedAt }
    yield { head: { ...head, causes, imports, undoneImports, settledRemovals, ...sharing } }
    if (collections.size > 0) yield { collections: [...collections] }
    const several = [...tags.spellings.values()].filter(names => names.size > 1)
    for (const spellings of chunksOf(several.flatMap(names => [...names]))) yield { spellings }
    for (const chunk of chunksOf([...links]))
      yield {
        links: chunk.map(([id, { tags: _, ...link }]) => [id, link]),
        tags: packTags(chunk.map(([, link]) => link.tags)),
      }
    for (const linksOfClients of freezeClientIds(library.linksOfClients)) yield { linksOfClients }
    for (const collectionsOfClients of freezeClientIds(library.collectionsOfClients))
      yield { collectionsOfClients }
  },

  thaw: (library, part) => {
    const stored = part as Part
    if ('head' in stored) {
      const { causes, undoneImports, settledRemovals, imports, invitations, members, flags, ...others } =
        stored.head
      const { offers, received, shares, ...head } = others
      const sets = {
        ...{ causes: new Set(causes), undoneImports: new Set(undoneImports) },
        settledRemovals: new Set(settledRemovals),
        invitations: new Map(invitations),
        members: new Map(members.map(([id, roles]) => [id, new Map(roles)])),
        flags: new Map(flags.map(([id, ofOne]) => [id, new Map(ofOne)])),
        ...{ offers: new Map(offers), received: new Map(received) },
      }
      return { ...library, ...head, ...sets, imports: new Map(imports), shares: new Map(shares) }
    }
    if ('collections' in stored) return { ...library, collections: new Map(stored.collections) }
    // Their links follow.
    if ('spellings' in stored) for (const name of stored.spellings) addName(library.tags, name, 0)
    else if ('linksOfClients' in stored) thawClientIds(library.linksOfClients, stored.linksOfClients)
    else if ('collectionsOfClients' in stored)
      thawClientIds(library.collectionsOfClients, stored.collectionsOfClients)
    else {
      const share = sharer(library.tags)
      const lists = unpackTags(stored.tags)
      for (const [n, [id, link]] of stored.links.entries())
        putLink(library, id, { ...link, tags: share(lists[n] ?? []) })
    }
    return library
  },
}

function* chunksOf<T>(rows: readonly T[]): Generator<T[]> {
  for (let first = 0; first < rows.length; first += ROWS_A_PART) yield rows.slice(first, first + ROWS_A_PART)
}
