import type { StreamEvent } from '@lectern/contracts/events/read.ts'
import type { Lane } from '@lectern/contracts/read-model/lanes.ts'
import type { ReadTables } from '@lectern/contracts/read-model/tables.ts'
import type { Writes } from './read-model.ts'

/** Whether nothing of a library may be left after an event of this type: its owner deleted the account, or a stream ended. */
export const isClosing = ({ type }: { readonly type: string }): boolean =>
  type === 'LibraryClosed' || type === '$streamDeleted'

/**
 * The library that an event closes. The tombstone of its stream counts as well: the event store may have erased all events
 * before it. So does that of its notebook, which may have got a note in the moment between.
 */
export const closedBy = (event: StreamEvent): string | undefined => {
  if (event.kind === 'library' && event.event.type === 'LibraryClosed') return event.id
  return event.kind === 'deleted' ? /^(?:library|notebook)-(.*)$/.exec(event.stream)?.[1] : undefined
}

/** The streams whose rows go with a library. */
export const streamsOf = (libraryId: string): string[] => [`library-${libraryId}`, `notebook-${libraryId}`]

/** Deletes all rows that a lane has of a library. Nothing is told: the sessions of its owner have ended. */
export const dropLibrary = (
  schema: string,
  libraryId: string,
  lane: Lane,
  tables: readonly (keyof ReadTables | 'search_backlog')[],
): Writes => ({
  name: `closed-${tables[0]}`,
  clauses: [
    ...tables.map(
      table => `${table}_closed AS (DELETE FROM ${schema}.${table} USING fence WHERE library_id = $1::uuid)`,
    ),
    `unparked AS (
    DELETE FROM ${schema}.parked_streams AS parked USING fence
    WHERE parked.lane = $2 AND parked.stream = ANY ($3::text[]))`,
  ],
  values: [libraryId, lane, streamsOf(libraryId)],
  changes: [],
  isLarge: true,
})
