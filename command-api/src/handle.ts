import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { EventMetadata } from '@lectern/contracts/events/metadata.ts'
import { type EventStore, type Position, WrongExpectedRevision } from '@lectern/platform/event-store/port.ts'
import { v5 as uuidv5 } from 'uuid'
import type { Decider } from './domain/decider.ts'
import type { Folded } from './folded.ts'
import { lruByWeight } from './lru.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { Recall } from './recall.ts'
import { type RecentCommand, rememberCommand } from './recent-commands.ts'
import type { Snapshots } from './snapshots.ts'

/** Who gave a command, how, and under which id it may be repeated. */
export type Issued = Pick<EventMetadata, 'actorId' | 'via' | 'commandId'>

export type Outcome<Event> = {
  /** What the command led to, now or when it was first given; empty where there was nothing to do. */
  readonly events: readonly Event[]
  /** How far a read must be to show it: the last event of the stream. undefined where the stream is empty. */
  readonly position: Position | undefined
}

export type Aggregates<State, Event, Command> = {
  /**
   * Decides a command on one aggregate and appends what it leads to. The same command under the same id has one
   * effect and one answer.
   * @throws Rejected as the decider does; command-id-reused; unavailable, when nothing may be assumed of the effect
   */
  handle(id: string, command: Command, issued: Issued): Promise<Outcome<Event>>
  /** The state as of the stream's end: the live one, to be read before the next await. @throws StoreUnavailable */
  recall(id: string): Promise<State>
}

/** Namespace of event ids: a command that is appended again has the same ones, so the store knows it. */
const EVENT_IDS = '8c9f6a2e-4a57-4c1b-9d5e-0b6f3b1d7e21'
/** How often a decision is taken anew because another process was first. */
const ATTEMPTS_MAX = 10
/** Usual events, or what is worth as many, between two snapshots of a stream. */
const SNAPSHOT_EVERY = 2_000
const BYTES_A_RECENT_COMMAND = 250

/** The id of the nth event that a command leads to on an aggregate. */
export const eventId = (id: string, commandId: string, n: number): string =>
  uuidv5(`${id}/${commandId}/${n}`, EVENT_IDS)

export const aggregates = <
  State,
  Event extends { type: string; data: unknown },
  Command extends { now: string },
>(
  store: EventStore,
  decider: Decider<State, Event, Command>,
  {
    stream: streamOf,
    recall,
    snapshots,
    maxBytes,
    onSnapshotFailure,
  }: {
    readonly stream: (id: string) => string
    readonly recall: Recall<State>
    readonly snapshots: Snapshots<State> | undefined
    /** Memory for recently used aggregates, roughly. */
    readonly maxBytes: number
    readonly onSnapshotFailure: (error: unknown) => void
  },
): Aggregates<State, Event, Command> => {
  const inOrder = oneAtATime()
  const known = lruByWeight<Folded<State>>(
    maxBytes,
    ({ state, recent }) => decider.weight(state) + recent.size * BYTES_A_RECENT_COMMAND,
  )

  /** What was answered when the command was first given is read from the events it led to. */
  const answerAgain = async (stream: string, { first, last }: RecentCommand): Promise<Outcome<Event>> => {
    const events: Event[] = []
    let position: Position | undefined
    for await (const recorded of store.readStream(stream, {
      from: BigInt(first),
      maxCount: last - first + 1,
    })) {
      events.push({ type: recorded.type, data: recorded.data } as Event)
      position = recorded.position
    }
    return { events, position }
  }

  const append = async (
    stream: string,
    folded: Folded<State>,
    events: readonly Event[],
    { id, metadata }: { id: string; metadata: EventMetadata },
  ): Promise<void> => {
    const expected = folded.revision < 0 ? 'no_stream' : BigInt(folded.revision)
    const appended = await store.append(
      stream,
      expected,
      events.map(({ type, data }, n) => ({
        id: eventId(id, metadata.commandId, n),
        type,
        data,
        metadata,
      })),
    )
    const at = Date.now()
    for (const event of events) {
      const revision = folded.revision + 1
      folded.state = decider.evolve(folded.state, event, revision)
      folded.revision = revision
      folded.effort += decider.effort?.(event) ?? 1
      rememberCommand(folded.recent, metadata.commandId, { hash: metadata.commandHash, revision, at })
    }
    folded.position = appended.position
  }

  const snapshotIfDue = (id: string, stream: string, folded: Folded<State>): void => {
    if (snapshots === undefined || folded.effort < SNAPSHOT_EVERY) return
    folded.effort = 0
    inOrder(id, () => snapshots.write(stream, folded)).catch(onSnapshotFailure)
  }

  const decideAndAppend = async (
    id: string,
    command: Command,
    { actorId, via, commandId }: Issued,
  ): Promise<Outcome<Event>> => {
    const stream = streamOf(id)
    const { now, ...intent } = command
    const commandHash = hash('sha256', JSON.stringify(intent), 'base64url')
    const metadata: EventMetadata = { actorId, via, commandId, commandHash }

    let folded = known.get(id)
    // Whether what we know was compared with the stream's end in this very request.
    let isCurrent = false
    if (folded === undefined) {
      folded = await recall.fold(stream)
      isCurrent = true
    }
    known.set(id, folded)

    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      const earlier = folded.recent.get(commandId)
      if (earlier?.hash === commandHash) return answerAgain(stream, earlier)
      if (earlier !== undefined) throw new Rejected('command-id-reused')

      const decision = tryDeciding(decider, command, folded.state)
      if ('refusal' in decision || decision.events.length === 0) {
        // Another process may have moved on: only the stream's end can say that nothing is to be done.
        if (!isCurrent) {
          isCurrent = true
          if (await recall.catchUp(stream, folded)) continue
        }
        if ('refusal' in decision) throw decision.refusal
        return { events: [], position: folded.position }
      }

      try {
        await append(stream, folded, decision.events, { id, metadata })
        known.set(id, folded)
        snapshotIfDue(id, stream, folded)
        return { events: decision.events, position: folded.position }
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision)) {
          known.delete(id)
          throw error
        }
      }
      if (attempt > 2) await pause(Math.random() * 2 ** Math.min(attempt, 5))
      isCurrent = await recall.catchUp(stream, folded)
      if (!isCurrent) break
    }
    known.delete(id)
    throw new Rejected('unavailable')
  }

  return {
    handle: (id, command, issued) => inOrder(id, () => decideAndAppend(id, command, issued)),

    recall: id =>
      inOrder(id, async () => {
        const stream = streamOf(id)
        const folded = known.get(id)
        if (folded !== undefined) {
          await recall.catchUp(stream, folded)
          return folded.state
        }
        const cold = await recall.fold(stream)
        known.set(id, cold)
        return cold.state
      }),
  }
}

const tryDeciding = <State, Event, Command>(
  { decide }: Pick<Decider<State, Event, Command>, 'decide'>,
  command: Command,
  state: State,
): { events: Event[] } | { refusal: Rejected } => {
  try {
    return { events: decide(command, state) }
  } catch (error) {
    if (error instanceof Rejected) return { refusal: error }
    throw error
  }
}
