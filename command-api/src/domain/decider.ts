import type { Recorded } from '@lectern/contracts/events/read.ts'

/**
 * The one shape of every aggregate: what it is at first, how an event changes it, and what a command leads to.
 * No I/O, no clock, no randomness: time and ids come with the command.
 */
export type Decider<State, Event, Command> = {
  readonly initial: () => State
  /** A recorded event in the current shape. @throws UnreadableEvent */
  readonly read: (recorded: Recorded) => Event
  /** May change the state it is given: a large library is folded from tens of thousands of events. */
  readonly evolve: (state: State, event: Event, revision: number) => State
  /** [] means that there is nothing to do. Never changes the state. @throws Rejected */
  readonly decide: (command: Command, state: State) => Event[]
  /** Rough size in memory, in bytes. */
  readonly weight: (state: State) => number
  /** How many usual events an event is worth that takes longer to fold; 1 where this is absent. */
  readonly effort?: (event: Event) => number
  /** For streams that grow long: how their state is stored. */
  readonly snapshot?: SnapshotFormat<State>
}

/** State as a sequence of parts, each small enough to be handled without holding up the event loop. */
export type SnapshotFormat<State> = {
  /** Raised whenever evolve or the parts change: snapshots of another version are ignored. */
  readonly version: number
  /** Parts must survive JSON. */
  readonly freeze: (state: State) => Iterable<unknown>
  /** Puts one part back. Folding all parts, in order, from `initial` gives the state that was frozen. */
  readonly thaw: (state: State, part: unknown) => State
}
