import type { EventMetadata } from '@lectern/contracts/events/metadata.ts'
import type { Position, RecordedEvent } from '@lectern/platform/event-store/port.ts'
import type { Decider } from './domain/decider.ts'
import { type RecentCommands, rememberCommand } from './recent-commands.ts'

/** A stream's state as of a revision, with what retried commands are recognised by. */
export type Folded<State> = {
  state: State
  /** Of the last event folded in; -1 where there is none. */
  revision: number
  /** Of the last event folded in that is recorded. */
  position: Position | undefined
  readonly recent: RecentCommands
  /** What the events were worth that were folded in since the latest snapshot, if there is one. */
  effort: number
  /** Whether several commands were decided together last time: more are likely to come at once. */
  isCrowded: boolean
}

export const unfolded = <State>(initial: State): Folded<State> => ({
  state: initial,
  revision: -1,
  position: undefined,
  recent: new Map(),
  effort: 0,
  isCrowded: false,
})

type Fold<State, Event> = Pick<Decider<State, Event, never>, 'evolve' | 'effort'>

/** Folds one event in. @param at milliseconds since 1970 */
export const foldIn = <State, Event>(
  { evolve, effort }: Fold<State, Event>,
  folded: Folded<State>,
  event: Event,
  { revision, metadata, at }: { revision: number; metadata: EventMetadata; at: number },
): void => {
  folded.state = evolve(folded.state, event, revision)
  folded.revision = revision
  folded.effort += effort?.(event) ?? 1
  const { commandId, commandHash: hash, generated } = metadata
  if (!generated) rememberCommand(folded.recent, commandId, { hash, revision, at })
}

/**
 * Folds one recorded event in. Events are taken as they are: only we write to these streams, types guard the writing,
 * and golden files guard the reading; a schema run over each would make a cold library several times slower.
 */
export const foldInRecorded = <State, Event>(
  fold: Fold<State, Event>,
  folded: Folded<State>,
  recorded: RecordedEvent,
): void => {
  foldIn(fold, folded, { type: recorded.type, data: recorded.data } as Event, {
    revision: Number(recorded.revision),
    metadata: recorded.metadata as EventMetadata,
    at: recorded.created.getTime(),
  })
  folded.position = recorded.position
}
