import { setTimeout as pause } from 'node:timers/promises'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { type EventStore, type Position, WrongExpectedRevision } from '@lectern/platform/event-store/port.ts'
import type { FreeSpace } from '@lectern/platform/process/free-space.ts'
import type { ConcurrencyLimit } from '@lectern/platform/process/limit-concurrency.ts'
import { inTraces, span, traceparents } from '@lectern/platform/process/tracing.ts'
import { LRUCache } from 'lru-cache'
import type { KeptBytes } from '../bytes/kept-bytes.ts'
import type { Decider } from '../domain/decider.ts'
import type { Aggregate } from './aggregate.ts'
import { applyRest, decideTogether, type Proposed, type Request } from './decide.ts'
import { type AnyCommand, eventId, type Issued, metadataOf } from './issued.ts'
import { createLoader } from './load.ts'
import type { Snapshots } from './snapshots.ts'

/** Requests that may wait for one aggregate; a further one is refused with 503. */
const WAITING_MAX = 1_000
/** Attempts before a 503, where another process appends first each time. */
const ATTEMPTS_MAX = 10
const BYTES_A_RECENT_COMMAND = 250

export type AnyEvent = { readonly type: string; readonly data: unknown }

export type Outcome<Event> = {
  /** The events of the command, stored now or when it was first given; empty where there was nothing to do. */
  readonly events: readonly Event[]
  /** A read at this position shows the outcome; undefined where the stream is empty. */
  readonly position: Position | undefined
}

/** All aggregates of one kind. Each has a queue of its own, in which it handles one request after the other. */
export type Mailboxes<State, Event, Command> = {
  /**
   * Decides a command and appends its events. A command repeated under its id has one effect and one answer.
   * @param look at the state that it led to, for the answer. It takes out what is needed, since the state changes afterwards, and
   *   never throws.
   * @throws Rejected by the decider; command-id-reused; too-much-today; storage-full; out-of-space; being-opened and
   *   too-large-to-open, as read does; unavailable, where the effect is unknown
   */
  handle<Seen = undefined>(
    id: string,
    command: Command,
    issued: Issued,
    look?: (state: State) => Seen,
  ): Promise<Outcome<Event> & { readonly seen: Seen }>
  /** The events of a command that is still remembered, from `revision` on; undefined where none is. */
  recall(
    id: string,
    commandId: string,
  ): Promise<{ readonly revision: number; readonly events: readonly Event[] } | undefined>
  /**
   * Reads the state as of the stream's end. The state changes afterwards: `look` takes out what is needed.
   * @throws Rejected being-opened where reading the stream takes long, too-large-to-open where its state has no room
   */
  read<T>(id: string, look: (state: State) => T): Promise<T>
  /** Looks at the state in memory: another process may have appended since. A refusal by `look` is one at the stream's end. */
  peek<T>(id: string, look: (state: State) => T): Promise<T>
  /** The same as read, with the revision and the position of the stream's last event. */
  readAt<T>(
    id: string,
    look: (state: State) => T,
  ): Promise<{ value: T; revision: number; position: Position | undefined }>
}

export type MailboxParts<State> = {
  readonly store: EventStore
  readonly streamOf: (id: string) => string
  readonly snapshots: Snapshots<State> | undefined
  /** Limits how many long streams the process loads at once. */
  readonly cold: ConcurrencyLimit
  /** Commands are refused while it is low. */
  readonly space: Pick<FreeSpace, 'isLow'>
  /** Accounts pay for the events of their commands. */
  readonly keptBytes?: Pick<KeptBytes, 'open'> | undefined
  /** Approximate memory for recently used aggregates, and of the largest that is loaded. */
  readonly maxBytes: number
  /** Milliseconds after which a load stops; default 5 s. */
  readonly loadMs?: number
}

export const createMailboxes = <State, Event extends AnyEvent, Command extends AnyCommand>(
  decider: Decider<State, Event, Command>,
  { store, streamOf, snapshots, cold, space, keptBytes, maxBytes, loadMs }: MailboxParts<State>,
): Mailboxes<State, Event, Command> => {
  const { load, catchUp } = createLoader(store, decider, { snapshots, cold, largest: maxBytes, loadMs })
  const queues = new Map<string, Request<State, Event>[]>()
  const known = new LRUCache<string, Aggregate<State>>({
    maxSize: maxBytes,
    // An aggregate above the limit is kept alone.
    sizeCalculation: ({ state, recent }) =>
      Math.min(decider.weight(state) + recent.size * BYTES_A_RECENT_COMMAND, maxBytes),
  })

  const handle = <Seen>(id: string, command: Command, issued: Issued, look?: (state: State) => Seen) =>
    span({ name: `command ${command.type}` }, () => give(id, command, issued, look))

  const give = async <Seen>(
    id: string,
    command: Command,
    issued: Issued,
    look?: (state: State) => Seen,
  ): Promise<Outcome<Event> & { readonly seen: Seen }> => {
    if (space.isLow()) throw new Rejected('out-of-space')
    const metadata = metadataOf(command, issued)
    const { commandId, commandHash } = metadata
    const charge = keptBytes && (await keptBytes.open(issued, command.type))
    const { promise, resolve, reject } = Promise.withResolvers<Outcome<Event> & { seen: Seen }>()
    submit(id, {
      decide: aggregate => {
        const earlier = aggregate.recent.get(commandId)
        if (earlier !== undefined && earlier.hash !== commandHash) throw new Rejected('command-id-reused')
        const seen = () => look?.(aggregate.state) as Seen
        if (earlier !== undefined) {
          const again = async (seen: Seen) => ({
            ...(await readOutcome(id, earlier.first, earlier.last)),
            seen,
          })
          return { events: [], answer: () => resolve(again(seen())) }
        }
        const events = decider.decide(command, aggregate.state)
        return {
          charge,
          events: events.map((event, n) => ({ ...event, id: eventId(id, commandId, n), metadata })),
          answer: position => resolve({ events, position, seen: seen() }),
        }
      },
      fail: error => {
        charge?.(0)
        reject(error)
      },
    })
    return promise
  }

  /** Looks at an aggregate in its turn. */
  const ask = <T>(id: string, look: (aggregate: Aggregate<State>) => T, mayBeBehind?: true) => {
    const { promise, resolve, reject } = Promise.withResolvers<{
      value: T
      revision: number
      position: Position | undefined
    }>()
    submit(id, {
      decide: aggregate => {
        const value = look(aggregate)
        const { revision } = aggregate
        return { events: [], mayBeBehind, answer: position => resolve({ value, revision, position }) }
      },
      fail: reject,
    })
    return promise
  }

  const recall: Mailboxes<State, Event, Command>['recall'] = async (id, commandId) => {
    const { value: found } = await ask(id, ({ recent }) => recent.get(commandId))
    if (found === undefined) return undefined
    return { revision: found.first, events: (await readOutcome(id, found.first, found.last)).events }
  }

  /** The queue is worked on from the next microtask on, until it is empty. */
  const submit = (id: string, request: Omit<Request<State, Event>, 'traces'>): void => {
    const queue = queues.get(id) ?? []
    if (queue.length >= WAITING_MAX) request.fail(new Rejected('unavailable'))
    else queue.push({ ...request, traces: traceparents() })
    if (queues.has(id)) return
    queues.set(id, queue)
    queueMicrotask(() => work(id, queue))
  }

  const work = async (id: string, queue: Request<State, Event>[]): Promise<void> => {
    while (queue.length > 0) {
      await inTraces(queue[0]?.traces ?? [], () => handleWaiting(id, queue))
      const aggregate = known.get(id)
      if (aggregate !== undefined) await snapshots?.saveIfDue(streamOf(id), aggregate)
    }
    queues.delete(id)
  }

  /** Handles the first of the requests that wait, as many as fit into one append. Others may arrive meanwhile. */
  const handleWaiting = async (id: string, queue: Request<State, Event>[]): Promise<void> => {
    const stream = streamOf(id)
    const waiting = [...queue]
    let handled = waiting
    try {
      // 1. Load
      const found = known.get(id)
      let isCurrent = !found?.isWhole
      let aggregate = found?.isWhole ? found : await load(stream, found)

      for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
        handled = waiting
        if (!aggregate.isWhole) {
          keep(id, aggregate)
          for (const { fail } of waiting) fail(new Rejected('being-opened'))
          return
        }

        // 2. Decide
        const { revision } = aggregate
        const { decisions, events } = decideTogether(decider, aggregate, waiting)
        const isAhead = aggregate.revision > revision
        handled = waiting.slice(0, decisions.length)

        // 3. Append. If there is nothing to append, the stream's end must be read: another process may have moved on.
        const isEnough = isCurrent || decisions.every(({ mayBeBehind }) => mayBeBehind)
        const isSettled =
          events.length > 0
            ? await append(stream, aggregate, revision, events)
            : isEnough || (await catchUp(stream, aggregate)) === 0

        // 4. Answer
        if (isSettled) {
          keep(id, aggregate)
          for (const { answer } of decisions) answer(aggregate.position)
          return
        }

        // 5. Or decide again, on what the other process appended
        if (attempt > 2) await pause(Math.random() * 2 ** Math.min(attempt, 5))
        if (isAhead) aggregate = await load(stream)
        else await catchUp(stream, aggregate)
        isCurrent = true
      }
      throw new Rejected('unavailable')
    } catch (error) {
      // The aggregate may be ahead of the stream.
      known.delete(id)
      for (const { fail } of handled) fail(error)
    } finally {
      queue.splice(0, handled.length)
    }
  }

  /** Appends and applies the events; false where another process was first. */
  const append = async (
    stream: string,
    aggregate: Aggregate<State>,
    revision: number,
    events: readonly Proposed<Event>[],
  ): Promise<boolean> => {
    try {
      const expected = revision < 0 ? 'no_stream' : BigInt(revision)
      const { position } = await store.append(stream, expected, events)
      applyRest(decider, aggregate, revision, events)
      aggregate.position = position
      return true
    } catch (error) {
      if (error instanceof WrongExpectedRevision) return false
      throw error
    }
  }

  /** The cache weighs an aggregate when it is added, so one that grew is added anew. */
  const keep = (id: string, aggregate: Aggregate<State>): void => {
    known.delete(id)
    known.set(id, aggregate)
  }

  /** Reads the outcome of an earlier command from its events. @param first, last revisions */
  const readOutcome = async (id: string, first: number, last: number): Promise<Outcome<Event>> => {
    const events: Event[] = []
    let position: Position | undefined
    const range = { from: BigInt(first), maxCount: last - first + 1 }
    for await (const recorded of store.readStream(streamOf(id), range)) {
      events.push(decider.read(recorded))
      position = recorded.position
    }
    return { events, position }
  }

  return {
    handle,
    recall,
    readAt: (id, look) => ask(id, ({ state }) => look(state)),
    read: async (id, look) => (await ask(id, ({ state }) => look(state))).value,
    peek: async (id, look) => (await ask(id, ({ state }) => look(state), true)).value,
  }
}
