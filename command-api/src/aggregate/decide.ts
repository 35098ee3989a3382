import type { EventMetadata } from '@lectern/contracts/events/metadata.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import type { Decider } from '../domain/decider.ts'
import { type Aggregate, apply } from './aggregate.ts'

/** Bytes of events that several requests may put into one append, far below what the store takes. */
const TOGETHER_BYTES = 262_144
/** Milliseconds of deciding before other work gets a turn. */
const TURN_MS = 10

/** A command or a question that waits for its turn on one aggregate. */
export type Request<State, Event> = {
  /** Never changes the aggregate. @throws Rejected */
  readonly decide: (aggregate: Aggregate<State>) => Decision<Event>
  readonly fail: (error: unknown) => void
  /** Who asks. */
  readonly traces: readonly string[]
}

export type Decision<Event> = {
  /** [] where nothing is to be appended. */
  readonly events: readonly Proposed<Event>[]
  /** It may rest on a state that lacks what another process appended. */
  readonly mayBeBehind?: true | undefined
  /** Called with the bytes of the events before they are stored; a later decision replaces it. @throws Rejected */
  readonly charge?: ((bytes: number) => void) | undefined
  /** Called once the events are stored. @param position of the stream's last event */
  readonly answer: (position: Position | undefined) => void
}

/** An event that is decided, but not stored yet. */
export type Proposed<Event> = Event & { readonly id: string; readonly metadata: EventMetadata }

/**
 * Decides requests in order, each on the state that those before it lead to, until there is enough for one append. At
 * least the first is decided. The events of all but the last are applied, although they are not stored: where the append
 * fails, the aggregate must be dropped.
 */
export const decideTogether = <State, Event>(
  decider: Decider<State, Event, never>,
  aggregate: Aggregate<State>,
  requests: readonly Request<State, Event>[],
): { decisions: readonly Decision<Event>[]; events: readonly Proposed<Event>[] } => {
  const decisions: Decision<Event>[] = []
  const events: Proposed<Event>[] = []
  const { revision } = aggregate
  const started = performance.now()
  let bytes = 0
  for (const request of requests) {
    applyRest(decider, aggregate, revision, events)
    const decision = decide(request, aggregate)
    bytes += decision.bytes
    if (events.length > 0 && bytes > TOGETHER_BYTES) break
    events.push(...decision.events)
    decisions.push(decision)
    if (performance.now() - started > TURN_MS) break
  }
  return { decisions, events }
}

/** Applies the events that are not applied yet. @param revision of the stream before the first of them */
export const applyRest = <State, Event>(
  decider: Decider<State, Event, never>,
  aggregate: Aggregate<State>,
  revision: number,
  events: readonly Proposed<Event>[],
): void => {
  const at = Date.now()
  for (const event of events.slice(aggregate.revision - revision))
    apply(decider, aggregate, event, { revision: aggregate.revision + 1, metadata: event.metadata, at })
}

/** A refusal is answered like any decision: it may rest on an event before it that is not stored yet. */
const decide = <State, Event>(
  request: Request<State, Event>,
  aggregate: Aggregate<State>,
): Decision<Event> & { readonly bytes: number } => {
  try {
    const decision = request.decide(aggregate)
    const { events, charge } = decision
    const bytes = events.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(events))
    charge?.(bytes)
    return { ...decision, bytes }
  } catch (error) {
    return { events: [], bytes: 0, answer: () => request.fail(error) }
  }
}
