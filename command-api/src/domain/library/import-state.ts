import { COLLECTIONS_MAX } from '@lectern/contracts/collections.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import type { ImportTotals } from '@lectern/contracts/events/library-imports.ts'
import type { ImportFailureReason } from '@lectern/contracts/import-reasons.ts'
import type { ImportSource } from '@lectern/contracts/import-sources.ts'

/** The state that decisions about an import need. */
export type ImportState = {
  status: 'waiting' | 'running' | 'completed' | 'failed'
  readonly uploadId: string
  readonly source: ImportSource
  readonly requestedBy: string
  readonly requestedAt: string
  /** Revision of its ImportRequested. */
  readonly revision: number
  /** The first row that is not recorded yet. */
  nextRow: number
  /** The last LinksImported. */
  lastChunk: { readonly firstRow: number; readonly revision: number } | null
  totals: ImportTotals
  /** Duplicates add their tags and folders to what is there. */
  readonly addToExisting: boolean
  /** The library had no links when it started. */
  beganEmpty: boolean
  /** First and last ids of its links. Empty once it has ended. */
  links: [number, number][]
  /** The collections that its file describes: their numbers there, and their ids. Empty once it has ended. */
  collections: [number, number][]
  /** Why it failed. */
  failure: ImportFailureReason | null
}

const STEPS = [
  ...(['ImportRequested', 'ImportStarted', 'LinksImported', 'ImportCompleted', 'ImportFailed'] as const),
]
type ImportEvent = Extract<LibraryEvent, { type: (typeof STEPS)[number] }>

/** Whether an event is a step of an import. The undoing of one is none. */
export const isOfImport = (event: LibraryEvent): event is ImportEvent =>
  STEPS.some(type => type === event.type)

/** Imports that ended and are still known, so that their calls can be answered. */
const ENDED_KEPT = 200

/** Imports that wait or run. */
export const UNENDED_MAX = 100
/** Collections of a file that are known while it is imported: those beyond what a library holds have no room. */
const DESCRIBED_MAX = 2 * COLLECTIONS_MAX

const NONE: ImportTotals = { read: 0, imported: 0, duplicates: 0, skipped: 0, failed: 0 }

export const hasEnded = ({ status }: ImportState): boolean => status === 'completed' || status === 'failed'

/** Changes the given imports. @param isEmpty the library has no links */
export const evolveImports = (
  imports: Map<string, ImportState>,
  { type, data }: ImportEvent,
  revision: number,
  isEmpty: boolean,
): void => {
  if (type === 'ImportRequested') {
    const { importId, uploadId, source, requestedBy, addToExisting = false, at: requestedAt } = data
    const file = { uploadId, source, requestedBy, requestedAt, addToExisting, revision }
    const progress = { nextRow: 1, lastChunk: null, totals: NONE, failure: null }
    const made = { beganEmpty: false, links: [], collections: [] }
    imports.set(importId, { status: 'waiting', ...file, ...progress, ...made })
    return
  }
  const found = imports.get(data.importId)
  if (found === undefined) return
  if (type === 'ImportStarted') {
    found.status = 'running'
    found.beganEmpty = isEmpty
  } else if (type === 'LinksImported') {
    found.nextRow = data.lastRow + 1
    found.lastChunk = { firstRow: data.firstRow, revision }
    addLinks(found, data.links)
    for (const { ref, collectionId } of [...data.newCollections, ...(data.knownCollections ?? [])])
      if (ref !== undefined && found.collections.length < DESCRIBED_MAX)
        found.collections.push([ref, collectionId])
    found.totals = {
      read: found.totals.read + data.lastRow - data.firstRow + 1,
      imported: found.totals.imported + data.links.length,
      duplicates: found.totals.duplicates + data.duplicates.length,
      skipped: found.totals.skipped + data.skipped.length,
      failed: found.totals.failed + data.failed.length,
    }
  } else {
    found.status = type === 'ImportCompleted' ? 'completed' : 'failed'
    found.failure = type === 'ImportFailed' ? data.reason : null
    found.links = []
    found.collections = []
    forgetOldest(imports)
  }
}

/** Whether the import made the link. */
export const isOf = ({ links }: ImportState, linkId: number): boolean =>
  links.some(([first, last]) => first <= linkId && linkId <= last)

const addLinks = ({ links }: ImportState, added: readonly { readonly linkId: number }[]): void => {
  for (const { linkId } of added) {
    const last = links.at(-1)
    if (last !== undefined && last[1] === linkId - 1) last[1] = linkId
    else links.push([linkId, linkId])
  }
}

const forgetOldest = (imports: Map<string, ImportState>): void => {
  const ended = [...imports].filter(([, each]) => hasEnded(each))
  for (const [importId] of ended.slice(0, -ENDED_KEPT)) imports.delete(importId)
}
