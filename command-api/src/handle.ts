import { hash } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { EventMetadata } from '@lectern/contracts/events/metadata.ts'
import { type EventStore, type Position, WrongExpectedRevision } from '@lectern/platform/event-store/port.ts'
import { LRUCache } from 'lru-cache'
import { v5 as uuidv5 } from 'uuid'
import {
  decideTogether,
  foldInProposed,
  type Given,
  type Proposed,
  type Together,
} from './decide-together.ts'
import type { Decider } from './domain/decider.ts'
import type { Folded } from './folded.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { Recall } from './recall.ts'
import type { RecentCommand } from './recent-commands.ts'
import type { Snapshots } from './snapshots.ts'

/** Who gave a command, how, and under which id it may be repeated, unless that was generated. */
export type Issued = Pick<EventMetadata, 'actorId' | 'via' | 'commandId' | 'generated'>

export type Outcome<Event> = {
  /** What the command led to, now or when it was first given; empty where there was nothing to do. */
  readonly events: readonly Event[]
  /** How far a read must be to show it: the last event of the stream when it was answered. undefined where the stream is empty. */
  readonly position: Position | undefined
}

export type Aggregates<State, Event, Command> = {
  /**
   * Decides a command on one aggregate and appends what it leads to, together with those that wait for it meanwhile.
   * The same command under the same id has one effect and one answer.
   * @throws Rejected as the decider does; command-id-reused; unavailable, when nothing may be assumed of the effect
   */
  handle(id: string, command: Command, issued: Issued): Promise<Outcome<Event>>
  /** The state as of the stream's end: the live one, to be read before the next await. @throws StoreUnavailable */
  recall(id: string): Promise<State>
}

/** A command that waits for its answer. */
type Waiting<Event, Command> = Given<Command> & { readonly answer: PromiseWithResolvers<Outcome<Event>> }

/** Namespace of event ids: a command that is appended again has the same ones, so the store knows it. */
const EVENT_IDS = '8c9f6a2e-4a57-4c1b-9d5e-0b6f3b1d7e21'
/** How often a decision is taken anew because another process was first. */
const ATTEMPTS_MAX = 10
/** Usual events, or what is worth as many, between two snapshots of a stream. */
const SNAPSHOT_EVERY = 2_000
/** Copies that are held in memory, some MB each, while Postgres stores them or does not. */
const SNAPSHOTS_AT_ONCE = 2
const BYTES_A_RECENT_COMMAND = 250

const nextTick = () => new Promise<void>(resolve => process.nextTick(resolve))

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
  }: {
    readonly stream: (id: string) => string
    readonly recall: Recall<State>
    readonly snapshots: Snapshots<State> | undefined
    /** Memory for recently used aggregates, roughly. */
    readonly maxBytes: number
  },
): Aggregates<State, Event, Command> => {
  const inOrder = oneAtATime()
  const known = new LRUCache<string, Folded<State>>({
    maxSize: maxBytes,
    // One that is heavier than all of them may be is kept alone.
    sizeCalculation: ({ state, recent }) =>
      Math.min(decider.weight(state) + recent.size * BYTES_A_RECENT_COMMAND, maxBytes),
  })
  const keep = (id: string, folded: Folded<State>): void => {
    // The cache weighs what it does not hold yet, and this may have grown.
    known.delete(id)
    known.set(id, folded)
  }
  /** By aggregate, in order. */
  const waiting = new Map<string, Set<Waiting<Event, Command>>>()
  let snapshotsUnderWay = 0

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

  /** undefined where another process was first. */
  const append = async (id: string, revision: number, events: readonly Proposed<Event>[]) => {
    const expected = revision < 0 ? 'no_stream' : BigInt(revision)
    try {
      return await store.append(
        streamOf(id),
        expected,
        events.map(({ event: { type, data }, n, metadata }) => ({
          id: eventId(id, metadata.commandId, n),
          type,
          data,
          metadata,
        })),
      )
    } catch (error) {
      if (error instanceof WrongExpectedRevision) return undefined
      throw error
    }
  }

  /** Commands of the aggregate wait while its state is copied, and go on while Postgres stores the copy. */
  const snapshotIfDue = (id: string, stream: string, folded: Folded<State>): void => {
    if (snapshots === undefined || folded.effort < SNAPSHOT_EVERY || snapshotsUnderWay >= SNAPSHOTS_AT_ONCE)
      return
    folded.effort = 0
    snapshotsUnderWay += 1
    // Dropped meanwhile, it may have events that nobody appended.
    const copy = async () => (known.get(id) === folded ? await snapshots.freeze(folded) : undefined)
    inOrder(id, copy)
      .then(snapshot => snapshot && snapshots.write(stream, snapshot))
      .catch(() => {
        // Too many commands wait: the next 2,000 events make a snapshot due again.
      })
      .finally(() => {
        snapshotsUnderWay -= 1
      })
  }

  const settle = (
    stream: string,
    { decided }: Together<Event, Waiting<Event, Command>>,
    position: Position | undefined,
  ): void => {
    for (const { given, decision } of decided) {
      if ('refusal' in decision) given.answer.reject(decision.refusal)
      else if ('earlier' in decision) given.answer.resolve(answerAgain(stream, decision.earlier))
      else given.answer.resolve({ events: decision.events, position })
    }
  }

  /**
   * Decides the first of the commands that wait for an aggregate, appends what they lead to at once, and then answers
   * each: until then nobody hears of an event, be it by the refusal of a command that was decided after it.
   */
  const decideWaiting = async (id: string, queue: Set<Waiting<Event, Command>>): Promise<void> => {
    const stream = streamOf(id)
    // Whom a failure is told: whoever needs the state, then those who were decided.
    let concerned = [...queue]
    try {
      let folded = known.get(id)
      // Whether what we know was compared with the stream's end in this very round.
      let isCurrent = folded === undefined
      folded ??= await recall.fold(stream)
      keep(id, folded)

      for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
        const { revision } = folded
        const together = decideTogether(decider, folded, queue)
        const { decided, events, unfolded } = together
        concerned = decided.map(({ given }) => given)
        folded.isCrowded = decided.length > 1

        if (events.length === 0) {
          // Another process may have moved on: only the stream's end can say that nothing is to be done.
          if (isCurrent || !(await recall.catchUp(stream, folded)))
            return settle(stream, together, folded.position)
          isCurrent = true
          continue
        }
        const appended = await append(id, revision, events)
        if (appended !== undefined) {
          foldInProposed(decider, folded, unfolded)
          folded.position = appended.position
          keep(id, folded)
          snapshotIfDue(id, stream, folded)
          return settle(stream, together, folded.position)
        }
        if (attempt > 2) await pause(Math.random() * 2 ** Math.min(attempt, 5))
        if (unfolded.length === events.length) await recall.catchUp(stream, folded)
        else folded = await recall.fold(stream)
        if (folded.revision === revision) break
        isCurrent = true
        keep(id, folded)
      }
      throw new Rejected('unavailable')
    } catch (error) {
      known.delete(id)
      for (const { answer } of concerned) answer.reject(error)
    } finally {
      for (const given of concerned) queue.delete(given)
      if (queue.size === 0) waiting.delete(id)
    }
  }

  return {
    handle: (id, command, issued) => {
      const given = {
        command,
        metadata: metadataOf(command, issued),
        answer: Promise.withResolvers<Outcome<Event>>(),
      }
      const queue = waiting.get(id) ?? new Set()
      waiting.set(id, queue.add(given))
      const takeTurn = async () => {
        if (!queue.has(given)) return
        // Whoever reads what `recall` gave does so first; and of a crowd, what comes in this turn of the event loop comes along.
        await (known.get(id)?.isCrowded ? nextTurn() : nextTick())
        await decideWaiting(id, queue)
      }
      inOrder(id, takeTurn).catch(error => {
        queue.delete(given)
        given.answer.reject(error)
      })
      return given.answer.promise
    },

    recall: id =>
      inOrder(id, async () => {
        const stream = streamOf(id)
        const folded = known.get(id)
        if (folded !== undefined) {
          await recall.catchUp(stream, folded)
          return folded.state
        }
        const cold = await recall.fold(stream)
        keep(id, cold)
        return cold.state
      }),
  }
}

const metadataOf = ({ now, ...intent }: { now: string }, issued: Issued): EventMetadata => ({
  ...issued,
  commandHash: hash('sha256', JSON.stringify(intent), 'base64url'),
})
