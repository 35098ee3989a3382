import type { Lane } from '@lectern/contracts/read-model/lanes.ts'
import type { EventStore, Position, RecordedEvent } from '@lectern/platform/event-store/port.ts'
import { lanesOf } from '../read-models/index.ts'
import { type Checkpoints, earliest, isAtOrAfter, latest } from './checkpoints.ts'
import { pause } from './failures.ts'
import type { LaneWorker } from './lane.ts'

/** Lanes that share a subscription share a queue of this size for each of them. The subscription waits while it is full. */
const EVENTS_EACH = 1_000
const BYTES_EACH = 4 * 1_048_576
const LOOK_MS = 10

export type FeedParts = {
  readonly store: EventStore
  readonly signal: AbortSignal
  readonly lanes: ReadonlyMap<Lane, LaneWorker>
  /** Where each lane stops; undefined follows for ever. */
  readonly until: Checkpoints | undefined
  /** Ends when no event came for this long, in ms. */
  readonly untilQuietMs: number | undefined
  /** Called when no lane wanted any of the events that came. */
  readonly onIdle: () => void
}

/**
 * Follows `$all` for some lanes, until the signal aborts or each lane has all its events. The lanes share one subscription
 * and the room in their queues. When that room is full, a stuck lane goes on with a subscription of its own, so that it does
 * not hold up the others. It comes back when it has caught up with them.
 */
export const feed = async (parts: FeedParts): Promise<void> => {
  const { store, signal, lanes, until, untilQuietMs, onIdle } = parts
  const sharing = new Set(lanes.keys())
  const alone = new Set<Promise<void>>()
  const failed = Promise.withResolvers<never>()
  const start = new Map([...lanes].map(([lane, worker]) => [lane, worker.fedTo()]))
  const target = until && latest(new Map([...lanes.keys()].map(lane => [lane, until.get(lane)])))
  let sharedAt = earliest(start)

  const give = (events: readonly RecordedEvent[], to: ReadonlySet<Lane>): void => {
    const end = events.at(-1)?.position
    if (end === undefined) return
    let given = 0
    for (const event of events)
      for (const lane of lanesOf(event.stream))
        if (to.has(lane) && isWanted(lane, event) && lanes.get(lane)?.push(event)) given += 1
    for (const lane of to) lanes.get(lane)?.feedIsAt(stopAt(lane, end))
    if (given === 0) onIdle()
  }
  const isWanted = (lane: Lane, { position }: RecordedEvent) =>
    until === undefined || isAtOrAfter(until.get(lane), position)
  const stopAt = (lane: Lane, end: Position): Position => {
    const last = until?.get(lane)
    return last && isAtOrAfter(end, last) ? last : end
  }

  const isFull = (names: ReadonlySet<Lane>): boolean => {
    let [events, bytes] = [0, 0]
    for (const lane of names) {
      const queued = lanes.get(lane)?.queued()
      events += queued?.events ?? 0
      bytes += queued?.bytes ?? 0
    }
    return events >= names.size * EVENTS_EACH || bytes >= names.size * BYTES_EACH
  }

  const hasRoom = async (names: ReadonlySet<Lane>, meanwhile = () => {}): Promise<void> => {
    while (isFull(names) && !signal.aborted) {
      meanwhile()
      await pause(LOOK_MS, signal)
    }
  }
  const letStuckGoAlone = (): void => {
    for (const lane of sharing) if (lanes.get(lane)?.isStuck() && isFull(new Set([lane]))) goAlone(lane)
  }
  const goAlone = (lane: Lane): void => {
    sharing.delete(lane)
    const catchingUp = catchUp(lane)
    alone.add(catchingUp)
    catchingUp.then(() => alone.delete(catchingUp), failed.reject)
  }
  const catchUp = async (lane: Lane): Promise<void> => {
    const only = new Set([lane])
    let at = sharedAt
    const joins = () => isAtOrAfter(at, sharedAt) && sharing.add(lane)
    await hasRoom(only)
    if (joins()) return
    for await (const events of store.follow({ after: at, signal })) {
      at = events.at(-1)?.position ?? at
      give(events, only)
      await hasRoom(only)
      if (joins()) return
    }
  }

  const share = async (): Promise<void> => {
    const quiet = new AbortController()
    let timer: NodeJS.Timeout | undefined
    const endWhenQuiet = () => {
      if (untilQuietMs !== undefined) timer = setTimeout(() => quiet.abort(), untilQuietMs)
    }
    endWhenQuiet()
    const followed = AbortSignal.any([signal, quiet.signal])
    for await (const events of store.follow({ after: sharedAt, signal: followed })) {
      clearTimeout(timer)
      give(events, sharing)
      sharedAt = events.at(-1)?.position ?? sharedAt
      if (target && isAtOrAfter(sharedAt, target)) break
      await hasRoom(sharing, letStuckGoAlone)
      endWhenQuiet()
    }
    clearTimeout(timer)
    while (alone.size > 0) await Promise.all(alone)
  }

  const isDone = until && [...start].every(([lane, at]) => isAtOrAfter(at, until.get(lane)))
  if (!isDone) await Promise.race([share(), failed.promise])
}
