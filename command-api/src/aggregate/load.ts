import { setImmediate as nextTurn } from 'node:timers/promises'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { readMetadata } from '@lectern/contracts/events/read.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { ConcurrencyLimit } from '@lectern/platform/process/limit-concurrency.ts'
import { LRUCache } from 'lru-cache'
import type { Decider } from '../domain/decider.ts'
import { type Aggregate, apply, emptyAggregate } from './aggregate.ts'
import type { Snapshots } from './snapshots.ts'

/** Effort of events that are read without a permit (see Decider); a stream with more has to wait for one. */
const SHORT_STREAM = 500
/** Milliseconds of applying events before other work gets a turn. */
const TURN_MS = 10
/** Milliseconds after which a load stops: others wait for its permit, and a person for an answer. */
const LOAD_MS = 5_000
/** Streams whose state was too large, and the time for which they are refused without reading them again. */
const TOO_LARGE_KEPT = 1_000
const TOO_LARGE_MS = 600_000

export type Loader<State> = {
  /**
   * Reads a stream into memory, from its snapshot where there is one, or on from where an earlier load stopped. A load stops after
   * 5 s. The aggregate is then not whole: nothing may be decided on it, and another load goes on.
   * @throws StoreUnavailable, StreamEnded; Rejected too-large-to-open where the state outgrew its limit
   */
  load(stream: string, begun?: Aggregate<State>): Promise<Aggregate<State>>
  /** Applies the events appended since, as load does; gives their number. */
  catchUp(stream: string, aggregate: Aggregate<State>): Promise<number>
}

/**
 * @param cold limits how many long streams the process loads at once
 * @param largest bytes of the largest state that is loaded (see Decider): a larger one would end the process
 */
export const createLoader = <State, Event>(
  store: EventStore,
  decider: Decider<State, Event, never>,
  {
    snapshots,
    cold,
    largest,
    loadMs = LOAD_MS,
  }: {
    snapshots: Snapshots<State> | undefined
    cold: ConcurrencyLimit
    largest: number
    loadMs?: number | undefined
  },
): Loader<State> => {
  const tooLarge = new LRUCache<string, true>({ max: TOO_LARGE_KEPT, ttl: TOO_LARGE_MS })

  const catchUp = async (
    stream: string,
    aggregate: Aggregate<State>,
    maxEffort = Number.POSITIVE_INFINITY,
  ): Promise<number> => {
    const range = {
      from: BigInt(aggregate.revision + 1),
      refuseEnded: true,
      ...(Number.isFinite(maxEffort) && { maxCount: maxEffort }),
    }
    const { effort } = aggregate
    let count = 0
    const begunAt = performance.now()
    let turnStarted = begunAt
    aggregate.isWhole = true
    for await (const recorded of store.readStream(stream, range)) {
      apply(decider, aggregate, decider.read(recorded), {
        revision: Number(recorded.revision),
        metadata: readMetadata(recorded),
        at: recorded.created.getTime(),
      })
      aggregate.position = recorded.position
      count += 1
      if (decider.weight(aggregate.state) > largest) {
        tooLarge.set(stream, true)
        throw new Rejected('too-large-to-open')
      }
      if (aggregate.effort - effort >= maxEffort) {
        aggregate.isWhole = false
        break
      }
      if (performance.now() - turnStarted < TURN_MS) continue
      if (performance.now() - begunAt > loadMs) {
        aggregate.isWhole = false
        break
      }
      await nextTurn()
      turnStarted = performance.now()
    }
    return count
  }

  /** Ignores a snapshot of events that the store does not have: the store was restored from an older backup. */
  const fromSnapshot = async (stream: string): Promise<Aggregate<State> | undefined> => {
    const aggregate = await snapshots?.read(stream)
    if (aggregate === undefined) return undefined
    const last = store.readStream(stream, { from: BigInt(aggregate.revision), maxCount: 1 })
    for await (const { position } of last) return Object.assign(aggregate, { position })
    return undefined
  }

  return {
    load: async (stream, begun) => {
      if (tooLarge.has(stream)) throw new Rejected('too-large-to-open')
      const aggregate = begun ?? (await fromSnapshot(stream)) ?? emptyAggregate(decider.initial())
      if (begun === undefined) await catchUp(stream, aggregate, SHORT_STREAM)
      if (begun !== undefined || !aggregate.isWhole) await cold.use(() => catchUp(stream, aggregate))
      return aggregate
    },
    catchUp: (stream, aggregate) => catchUp(stream, aggregate),
  }
}

export const isTooLarge = (error: unknown): boolean =>
  error instanceof Rejected && error.code === 'too-large-to-open'
