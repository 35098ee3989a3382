import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Permits } from '@lectern/platform/process/permits.ts'
import type { Decider } from './domain/decider.ts'
import { type Folded, foldInRecorded, unfolded } from './folded.ts'
import type { Snapshots } from './snapshots.ts'

/** Streams up to this length are folded at once; only longer ones are work that must take turns. */
const SHORT_STREAM = 500
/** Milliseconds of folding before other work gets a turn: one event may be about 50,000 links. */
const TURN_MS = 10

export type Recall<State> = {
  /** Folds a stream from its snapshot, or from all its events where none can be read. @throws StoreUnavailable */
  fold(stream: string): Promise<Folded<State>>
  /** Folds in what was appended since; says whether there was any. @throws StoreUnavailable */
  catchUp(stream: string, folded: Folded<State>): Promise<boolean>
}

/** @param cold how many long streams may be folded at once, in the whole process */
export const recallFrom = <State, Event>(
  store: EventStore,
  decider: Decider<State, Event, never>,
  { snapshots, cold }: { snapshots: Snapshots<State> | undefined; cold: Permits },
): Recall<State> => {
  const readOn = async (stream: string, folded: Folded<State>, maxCount?: number): Promise<number> => {
    let count = 0
    let turnStarted = performance.now()
    const from = BigInt(folded.revision + 1)
    for await (const event of store.readStream(
      stream,
      maxCount === undefined ? { from } : { from, maxCount },
    )) {
      foldInRecorded(decider, folded, event)
      count += 1
      if (performance.now() - turnStarted < TURN_MS) continue
      await nextTurn()
      turnStarted = performance.now()
    }
    return count
  }

  const fromStart = async (stream: string): Promise<Folded<State>> => {
    const folded = unfolded(decider.initial())
    if ((await readOn(stream, folded, SHORT_STREAM)) === SHORT_STREAM)
      await cold.use(() => readOn(stream, folded))
    return folded
  }

  /** A snapshot of events that the store does not have (it was restored from an older backup) is not used. */
  const fromSnapshot = async (
    stream: string,
    known: Snapshots<State>,
  ): Promise<Folded<State> | undefined> => {
    const folded = await known.read(stream)
    if (folded === undefined) return undefined
    const last = store.readStream(stream, { from: BigInt(folded.revision), maxCount: 1 })
    for await (const { position } of last) {
      folded.position = position
      await readOn(stream, folded)
      return folded
    }
    return undefined
  }

  return {
    fold: async stream => {
      if (snapshots === undefined || (await snapshots.find(stream)) === undefined) return fromStart(stream)
      return (await cold.use(() => fromSnapshot(stream, snapshots))) ?? fromStart(stream)
    },
    catchUp: async (stream, folded) => (await readOn(stream, folded)) > 0,
  }
}
