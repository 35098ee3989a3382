import type { Recorded } from '@lectern/contracts/events/read.ts'

/**
 * The shape of every aggregate: its initial state, how an event changes it, and which events a command leads to.
 * Deciders use no I/O, clock or randomness: time and ids come with the command.
 */
export type Decider<State, Event, Command> = {
  readonly initial: () => State
  /** A recorded event in the current shape. @throws UnreadableEvent */
  readonly read: (recorded: Recorded) => Event
  /** May change the given state, since a large library is folded from tens of thousands of events. */
  readonly evolve: (state: State, event: Event, revision: number) => State
  /** [] where there is nothing to do. Never changes the state. @throws Rejected */
  readonly decide: (command: Command, state: State) => Event[]
  /** Approximate size in memory, in bytes. */
  readonly weight: (state: State) => number
  /** The time that folding the event takes, in usual events; 1 where this is absent. */
  readonly effort?: (event: Event) => number
  /** Stores the state of long streams. */
  readonly snapshot?: SnapshotFormat<State>
}

/** State as a sequence of parts, each small enough for one turn of the event loop. */
export type SnapshotFormat<State> = {
  /** Raise it with every change of evolve or of the parts; snapshots of another version are ignored. */
  readonly version: number
  /** Parts must survive JSON. */
  readonly freeze: (state: State) => Iterable<unknown>
  /** Adds one part to the state. All parts, in order, from `initial` on, give the frozen state. */
  readonly thaw: (state: State, part: unknown) => State
}
