import { setImmediate as nextTurn } from 'node:timers/promises'
import { readMetadata } from '@lectern/contracts/events/read.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { ConcurrencyLimit } from '@lectern/platform/process/limit-concurrency.ts'
import type { Decider } from '../domain/decider.ts'
import { type Aggregate, apply, emptyAggregate } from './aggregate.ts'
import type { Snapshots } from './snapshots.ts'

/** Events that are read without a permit; a stream with more has to wait for one. */
const SHORT_STREAM = 500
/** Milliseconds of applying events before other work gets a turn. */
const TURN_MS = 10

export type Loader<State> = {
  /** Reads a stream into memory, from its snapshot where there is one. @throws StoreUnavailable, StreamEnded */
  load(stream: string): Promise<Aggregate<State>>
  /** Applies the events appended since; gives their number. @throws StoreUnavailable, StreamEnded */
  catchUp(stream: string, aggregate: Aggregate<State>): Promise<number>
}

/** @param cold limits how many long streams the process loads at once */
export const createLoader = <State, Event>(
  store: EventStore,
  decider: Decider<State, Event, never>,
  { snapshots, cold }: { snapshots: Snapshots<State> | undefined; cold: ConcurrencyLimit },
): Loader<State> => {
  const catchUp = async (stream: string, aggregate: Aggregate<State>, maxCount?: number): Promise<number> => {
    const range = {
      from: BigInt(aggregate.revision + 1),
      refuseEnded: true,
      ...(maxCount !== undefined && { maxCount }),
    }
    let count = 0
    let turnStarted = performance.now()
    for await (const recorded of store.readStream(stream, range)) {
      apply(decider, aggregate, decider.read(recorded), {
        revision: Number(recorded.revision),
        metadata: readMetadata(recorded),
        at: recorded.created.getTime(),
      })
      aggregate.position = recorded.position
      count += 1
      if (performance.now() - turnStarted < TURN_MS) continue
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
    load: async stream => {
      const aggregate = (await fromSnapshot(stream)) ?? emptyAggregate(decider.initial())
      if ((await catchUp(stream, aggregate, SHORT_STREAM)) === SHORT_STREAM)
        await cold.use(() => catchUp(stream, aggregate))
      return aggregate
    },
    catchUp: (stream, aggregate) => catchUp(stream, aggregate),
  }
}
