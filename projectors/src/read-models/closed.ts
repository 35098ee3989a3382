import type { StreamEvent } from '@lectern/contracts/events/read.ts'
import type { Lane } from '@lectern/contracts/read-model/lanes.ts'
import type { ReadTables } from '@lectern/contracts/read-model/tables.ts'
import { raw, type Tx } from './transaction.ts'

/**
 * The library that an event closes: its owner deleted the account, and nothing of it may be left. The tombstone of its stream
 * counts as well: the event store may have erased all events before it. So does that of its notebook, which may have got a note
 * in the moment between.
 */
export const closedBy = (event: StreamEvent): string | undefined => {
  if (event.kind === 'library' && event.event.type === 'LibraryClosed') return event.id
  return event.kind === 'deleted' ? /^(?:library|notebook)-(.*)$/.exec(event.stream)?.[1] : undefined
}

/** Whether a closing event has this type, as far as that tells it. */
export const isClosing = ({ type }: { readonly type: string }): boolean =>
  type === 'LibraryClosed' || type === '$streamDeleted'

/** The streams whose rows go with a library. */
export const streamsOf = (libraryId: string): string[] => [`library-${libraryId}`, `notebook-${libraryId}`]

/** Deletes all rows that a lane has of a library. Nothing is told: the sessions of its owner have ended. */
export const dropLibrary = async (
  tx: Tx,
  libraryId: string,
  lane: Lane,
  tables: readonly (keyof ReadTables | 'search_backlog')[],
): Promise<void> => {
  for (const table of tables) await tx`DELETE FROM ${raw(table)} WHERE library_id = ${libraryId}::uuid`
  await tx`DELETE FROM parked_streams WHERE lane = ${lane} AND stream = ANY (${streamsOf(libraryId)}::text[])`
}
