import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { EventMetadata } from '@lectern/contracts/events/metadata.ts'
import type { Decider } from './domain/decider.ts'
import { type Folded, foldIn } from './folded.ts'
import type { RecentCommand } from './recent-commands.ts'

/** Bytes of events that several commands may lead to in one append, far below what the store takes. */
const TOGETHER_BYTES = 262_144
/** Milliseconds of deciding before other work gets a turn: one command may be about 50,000 links. */
const TURN_MS = 10

/** A command, and what the events it leads to say of it. */
export type Given<Command> = { readonly command: Command; readonly metadata: EventMetadata }

export type Decision<Event> =
  /** [] means that there is nothing to do. */
  | { readonly events: readonly Event[] }
  /** It was given before: the events say how it was answered. */
  | { readonly earlier: RecentCommand }
  /** Rejected as the decider does; command-id-reused */
  | { readonly refusal: unknown }

/** An event that nobody has appended yet: the nth that its command leads to. */
export type Proposed<Event> = {
  readonly event: Event
  readonly n: number
  readonly metadata: EventMetadata
}

export type Together<Event, Each> = {
  /** The first of the commands, one at least, in order. Those that are not here are for another append. */
  readonly decided: readonly { readonly given: Each; readonly decision: Decision<Event> }[]
  /** What they lead to, in order: the next events of the stream. */
  readonly events: readonly Proposed<Event>[]
  /** The last of these, which are not folded in yet: all where a single command leads to any. */
  readonly unfolded: readonly Proposed<Event>[]
}

/**
 * Decides commands one after the other, each on the state that those before it lead to, until there is enough for one
 * append. The events of all but the last command are folded in, though nobody has appended them: where that fails,
 * what was folded must be dropped.
 */
export const decideTogether = <State, Event, Command, Each extends Given<Command>>(
  decider: Decider<State, Event, Command>,
  folded: Folded<State>,
  commands: Iterable<Each>,
): Together<Event, Each> => {
  const decided: { given: Each; decision: Decision<Event> }[] = []
  const events: Proposed<Event>[] = []
  let unfolded: Proposed<Event>[] = []
  let bytes = 0
  const started = performance.now()
  for (const given of commands) {
    foldInProposed(decider, folded, unfolded)
    unfolded = []
    const decision = decide(decider, folded, given)
    if ('events' in decision && decision.events.length > 0) {
      const { metadata } = given
      unfolded = decision.events.map((event, n) => ({ event, n, metadata }))
      bytes += Buffer.byteLength(JSON.stringify(unfolded))
      if (events.length > 0 && bytes > TOGETHER_BYTES) return { decided, events, unfolded: [] }
      events.push(...unfolded)
    }
    decided.push({ given, decision })
    if (performance.now() - started > TURN_MS) break
  }
  return { decided, events, unfolded }
}

/** Folds events in that follow upon the last one. */
export const foldInProposed = <State, Event>(
  decider: Pick<Decider<State, Event, never>, 'evolve' | 'effort'>,
  folded: Folded<State>,
  proposed: readonly Proposed<Event>[],
): void => {
  const at = Date.now()
  for (const { event, metadata } of proposed)
    foldIn(decider, folded, event, { revision: folded.revision + 1, metadata, at })
}

const decide = <State, Event, Command>(
  decider: Decider<State, Event, Command>,
  { state, recent }: Folded<State>,
  { command, metadata: { commandId, commandHash } }: Given<Command>,
): Decision<Event> => {
  const earlier = recent.get(commandId)
  if (earlier?.hash === commandHash) return { earlier }
  if (earlier !== undefined) return { refusal: new Rejected('command-id-reused') }
  try {
    return { events: decider.decide(command, state) }
  } catch (refusal) {
    return { refusal }
  }
}
