import type { EventMetadata } from '@lectern/contracts/events/metadata.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import type { Decider } from '../domain/decider.ts'
import { type RecentCommands, rememberCommand } from './recent-commands.ts'

/** The state of one stream in memory, as of a revision. */
export type Aggregate<State> = {
  state: State
  /** Revision of the last applied event; -1 for an empty stream. */
  revision: number
  /** Position of the last applied event that is recorded. */
  position: Position | undefined
  readonly recent: RecentCommands
  /** Effort of the events applied since the latest snapshot (see Decider). */
  effort: number
  /** False where its load stopped before the stream's end. */
  isWhole: boolean
}

export const emptyAggregate = <State>(initial: State): Aggregate<State> => ({
  state: initial,
  revision: -1,
  position: undefined,
  recent: new Map(),
  effort: 0,
  isWhole: true,
})

/** Changes the aggregate by one event. @param at milliseconds since 1970 */
export const apply = <State, Event>(
  { evolve, effort }: Decider<State, Event, never>,
  aggregate: Aggregate<State>,
  event: Event,
  { revision, metadata, at }: { revision: number; metadata: EventMetadata; at: number },
): void => {
  aggregate.state = evolve(aggregate.state, event, revision)
  aggregate.revision = revision
  aggregate.effort += effort?.(event) ?? 1
  const { commandId, commandHash: hash, generated } = metadata
  if (!generated) rememberCommand(aggregate.recent, commandId, { hash, revision, at })
}
