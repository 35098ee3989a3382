import type { EventMetadata } from '@lectern/contracts/events/metadata.ts'
import { readEvent, type StreamEvent, UnreadableEvent } from '@lectern/contracts/events/read.ts'
import type { Lane } from '@lectern/contracts/read-model/lanes.ts'
import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import type { RecordedEvent } from '@lectern/platform/event-store/port.ts'
import { closedBy } from './closed.ts'
import type { Tx } from './transaction.ts'

/** `revision` is the number of the event in its stream. The metadata is as it was stored. */
export type ProjectedEvent = StreamEvent & {
  readonly revision: number
  /** Its place among all events, a whole number. */
  readonly position: string
  readonly eventId: string
  readonly metadata: unknown
}

/** Turns events into the rows of one subject. It follows all events by itself, under the name of its lane. */
export type Projection = {
  readonly lane: Lane
  /** Whether events of this stream may change the rows. */
  readonly isOf: (stream: string) => boolean
  /**
   * Writes what the events lead to. The checkpoint moves in the same transaction. An error that is not of a statement means
   * that an event makes no sense.
   * @returns what to tell open tabs with the commit
   */
  readonly project: (tx: Tx, events: readonly ProjectedEvent[]) => Promise<LibraryChange[]>
  /** Deletes all rows of a library that was closed. */
  readonly drop: (tx: Tx, libraryId: string) => Promise<void>
  /** Work that some events leave for a pause. */
  readonly later?: {
    readonly isLeftBy: (event: { readonly type: string }) => boolean
    /** Does some of it. @returns what to tell open tabs; undefined where nothing is left */
    readonly doSome: (tx: Tx) => Promise<LibraryChange[] | undefined>
  }
}

/** The member who acted, in the library of somebody else; null: it was not a member. */
export const memberOf = ({ metadata }: Pick<ProjectedEvent, 'metadata'>): string | null => {
  const { isMember, actorId } = (metadata ?? {}) as Partial<EventMetadata>
  return isMember && actorId ? actorId : null
}

/** Runs of events that can be summed up. An event with a write of its own is a run by itself. */
export const runsOf = (
  events: readonly ProjectedEvent[],
  isAlone: (event: ProjectedEvent) => boolean,
): ProjectedEvent[][] => {
  const runs: ProjectedEvent[][] = []
  let isOpen = false
  for (const event of events) {
    const goesAlone = isAlone(event)
    if (isOpen && !goesAlone) runs.at(-1)?.push(event)
    else runs.push([event])
    isOpen = !goesAlone
  }
  return runs
}

/** @throws UnreadableEvent where the events are at fault: for every error that is not of a statement */
export const projectRecorded = async (
  { project, drop }: Pick<Projection, 'project' | 'drop'>,
  tx: Tx,
  recorded: readonly RecordedEvent[],
): Promise<LibraryChange[]> => {
  if (recorded.length === 0) return []
  let failure: unknown
  const watched: Tx = (strings, ...values) =>
    tx<never>(strings, ...values).catch(error => {
      failure = error
      throw error
    })
  try {
    const events = recorded.map(event => ({
      ...readEvent(event),
      revision: Number(event.revision),
      position: String(event.position.commit),
      eventId: event.id,
      metadata: event.metadata,
    }))
    const changes: LibraryChange[] = []
    for (const run of runsOf(events, event => closedBy(event) !== undefined)) {
      const closed = run[0] && closedBy(run[0])
      if (closed === undefined) changes.push(...(await project(watched, run)))
      else await drop(watched, closed)
    }
    return changes
  } catch (error) {
    if (error === failure || error instanceof UnreadableEvent) throw error
    throw new UnreadableEvent(String(error), { cause: error })
  }
}
