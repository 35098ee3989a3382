import { readEvent, type StreamEvent } from '@lectern/contracts/events/read.ts'
import type { Lane } from '@lectern/contracts/read-model/lanes.ts'
import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import type { RecordedEvent } from '@lectern/platform/event-store/port.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'

/** The rows of a batch, as data-modifying CTEs. They must do nothing unless the CTE `fence` has a row. */
export type Writes = {
  /** Names the prepared statement, so statements with different texts need different names. */
  readonly name: string
  /** `name AS (…)` clauses. Their parameters count from $1. */
  readonly clauses: readonly string[]
  readonly values: readonly unknown[]
  /** Changes to tell open tabs with the commit. */
  readonly changes: LibraryChange[]
  /** The statement may write any number of rows, so it gets more time. */
  readonly isLarge?: boolean
}

/** The checkpoint moves, and no row is written. */
export const NOTHING: Writes = { name: 'nothing', clauses: [], values: [], changes: [] }

/** `revision` is the number of the event in its stream. The metadata is as it was stored. */
export type ProjectedEvent = StreamEvent & {
  readonly revision: number
  readonly eventId: string
  readonly metadata: unknown
}

/** @throws UnreadableEvent */
export const projectedEvent = (recorded: RecordedEvent): ProjectedEvent => ({
  ...readEvent(recorded),
  revision: Number(recorded.revision),
  eventId: recorded.id,
  metadata: recorded.metadata,
})

/** Turns events into the rows of one subject. */
export type ReadModel = {
  /** Each lane writes its batches and its checkpoint independently of the others. */
  readonly lanes: readonly Lane[]
  /** The lane that handles a stream; undefined where no event of the stream changes these rows. */
  readonly laneOf: (stream: string) => Lane | undefined
  /** Whether the event needs a statement, and thus a batch, of its own. */
  readonly isAlone: (event: { readonly type: string }) => boolean
  /** An error means that an event makes no sense. That event's stream is parked. */
  readonly write: (schema: string, events: readonly ProjectedEvent[]) => Writes
  /** Lanes that must have passed an event before this read model tells of it. */
  readonly tellsAfter?: readonly Lane[]
  /** Changes that only Postgres knows, used instead of those of `write`. */
  readonly lookUpChanges?: (
    pool: Pool,
    schema: string,
    events: readonly StreamEvent[],
  ) => Promise<LibraryChange[]>
  /** Work that some events leave for later. */
  readonly later?: {
    readonly isLeftBy: (event: { readonly type: string }) => boolean
    /** Does some of it. @returns what to tell open tabs; undefined where nothing is left */
    readonly doSome: (pool: Pool, schema: string) => Promise<LibraryChange[] | undefined>
  }
}
