import { libraryStream } from '@lectern/contracts/events/library.ts'
import { readLibraryEvent } from '@lectern/contracts/events/read.ts'
import { toIdRanges } from '@lectern/contracts/id-ranges.ts'
import {
  commandSubjects,
  EndImport,
  ImportRows,
  type ImportRowsReply,
  StartImport,
  type StartImportReply,
} from '@lectern/contracts/jobs.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Issued } from '../aggregate/issued.ts'
import type { Aggregates } from '../aggregates.ts'
import { hasEnded } from '../domain/library/import-state.ts'
import { findImport } from '../domain/library/imports.ts'
import { eventAt } from '../event-at.ts'
import type { Uploads } from '../imports/uploads.ts'
import type { ImportedPlace, Positions } from '../reading/positions.ts'

type Parts = Pick<Aggregates, 'libraries'>
type OfImport = { commandId: string; libraryId: string; importId: string }

/** The person who asked for the import acts; the message only names it. @throws Rejected import-not-found */
export const issuedByImport = async (
  libraries: Aggregates['libraries'],
  { commandId, libraryId, importId }: OfImport,
): Promise<Issued> => {
  const actorId = await libraries.read(libraryId, library => findImport(library, importId).requestedBy)
  return { actorId, via: 'import', commandId }
}

const now = () => new Date().toISOString()

/** A worker begins or resumes an import. */
export const startImport = ({ libraries }: Parts) => ({
  subject: commandSubjects.startImport,
  schema: StartImport,
  handle: async (request: StartImport): Promise<{ reply: StartImportReply }> => {
    const { libraryId, importId } = request
    const issued = await issuedByImport(libraries, request)
    await libraries.handle(libraryId, { type: 'StartImport', importId, now: now() }, issued)
    const found = await libraries.read(libraryId, library => ({ ...findImport(library, importId) }))
    if (hasEnded(found)) return { reply: { ok: true, status: 'ended' } }
    if (found.status !== 'running') return { reply: { ok: true, status: 'waiting' } }
    const { uploadId, source, requestedAt, lastChunk } = found
    const resumeFrom = lastChunk?.firstRow ?? 1
    return { reply: { ok: true, status: 'running', uploadId, source, requestedAt, resumeFrom } }
  },
})

type RowParts = Parts & { readonly store: EventStore; readonly positions: Positions }
type Links = readonly { readonly row: number; readonly linkId: number }[]

/** A worker gives the next rows of an import, or the last ones again, whose links are then read from their event. */
export const importRows = ({ libraries, store, positions }: RowParts) => ({
  subject: commandSubjects.importRows,
  schema: ImportRows,
  handle: async (request: ImportRows): Promise<{ reply: ImportRowsReply }> => {
    const { libraryId, importId, chunk, wanted } = request
    const command = { type: 'ImportRows', importId, chunk, now: now() } as const
    const issued = await issuedByImport(libraries, request)
    const { events } = await libraries.handle(libraryId, command, issued)
    const [event] = events
    const links: Links =
      event?.type === 'LinksImported' ? event.data.links : await recordedLinks({ libraries, store }, request)
    await putPositions({ libraries, positions }, { ...request, userId: issued.actorId }, links)
    const rows = new Set(wanted)
    const named = links.filter(({ row }) => rows.has(row)).map(({ row, linkId }) => ({ row, linkId }))
    return { reply: { ok: true, links: named } }
  },
})

/** How far the person had read, which no event has. A chunk that comes again puts it again. */
const putPositions = async (
  { libraries, positions }: Parts & Pick<RowParts, 'positions'>,
  { libraryId, userId, chunk }: ImportRows & { readonly userId: string },
  links: Links,
): Promise<void> => {
  const linkOf = new Map(links.map(({ row, linkId }) => [row, linkId]))
  const places = chunk.rows.flatMap(({ row, position }): ImportedPlace[] => {
    const linkId = linkOf.get(row)
    return position === undefined || linkId === undefined ? [] : [{ linkId, ...position }]
  })
  if (places.length === 0) return
  await positions.putImported({ libraryId, userId }, places)
  // Links may have been deleted meanwhile, after the policy for that.
  const gone = await libraries.read(libraryId, library =>
    places.map(({ linkId }) => linkId).filter(linkId => !library.links.has(linkId)),
  )
  if (gone.length > 0) await positions.deleteOf(libraryId, toIdRanges(gone))
}

/** [] for a chunk before the last one, whose notes are all recorded. */
const recordedLinks = async (
  { libraries, store }: Parts & { readonly store: EventStore },
  { libraryId, importId, chunk }: ImportRows,
): Promise<Links> => {
  const last = await libraries.read(libraryId, library => findImport(library, importId).lastChunk)
  if (last?.firstRow !== chunk.firstRow) return []
  const { type, data } = readLibraryEvent(await eventAt(store, libraryStream(libraryId), last.revision))
  if (type === 'LinksImported') return data.links
  throw new Error(`Event ${last.revision} of library ${libraryId} is no LinksImported`)
}

/** A worker has read every row, or gives up. */
export const endImport = ({ libraries, uploads }: Parts & { readonly uploads: Uploads }) => ({
  subject: commandSubjects.endImport,
  schema: EndImport,
  handle: async (request: EndImport) => {
    const { libraryId, importId, failure } = request
    const command = { type: 'EndImport', importId, failure, now: now() } as const
    const outcome = await libraries.handle(libraryId, command, await issuedByImport(libraries, request))
    await uploads.end(await libraries.read(libraryId, library => findImport(library, importId).uploadId))
    return outcome
  },
})
