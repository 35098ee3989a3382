import { Rejected } from '@lectern/contracts/api/errors.ts'
import { type LibraryEvent, libraryStream } from '@lectern/contracts/events/library.ts'
import { notebookStream } from '@lectern/contracts/events/notebook.ts'
import { readLibraryEvent, readMetadata } from '@lectern/contracts/events/read.ts'
import type { EventStore, RecordedEvent } from '@lectern/platform/event-store/port.ts'

/** An act as its stream has it. */
export type FoundAct = {
  readonly event: LibraryEvent
  readonly revision: number
  readonly commandId: string
  readonly actorId: string
}

/**
 * Finds an act by its id in the history, at any age.
 * @param act an ActId
 * @throws Rejected act-not-found; not-undoable for an act on notes
 */
export const findAct = async (store: EventStore, libraryId: string, act: string): Promise<FoundAct> => {
  const revision = Number(act.slice(1))
  const isOnNotes = act.startsWith('n')
  const stream = isOnNotes ? notebookStream(libraryId) : libraryStream(libraryId)
  const before = Math.max(revision - 1, 0)
  const found: RecordedEvent[] = []
  for await (const recorded of store.readStream(stream, {
    from: BigInt(before),
    maxCount: revision - before + 1,
  }))
    found.push(recorded)
  const recorded = found[revision - before]
  if (recorded === undefined) throw new Rejected('act-not-found')
  const { commandId, actorId } = readMetadata(recorded)
  const [previous] = found
  // An act has the revision of its first event.
  if (previous !== undefined && previous !== recorded && readMetadata(previous).commandId === commandId)
    throw new Rejected('act-not-found')
  if (isOnNotes) throw new Rejected('not-undoable')
  return { event: readLibraryEvent(recorded), revision, commandId, actorId }
}
