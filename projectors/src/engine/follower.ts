import type { Position, RecordedEvent } from '@lectern/platform/event-store/port.ts'
import type { ProjectorParts } from '../connect.ts'
import type { Projection } from '../read-models/projection.ts'
import { type Checkpoints, isAtOrAfter } from './checkpoints.ts'
import type { StepParts } from './commit.ts'
import { createConsumer } from './consumer.ts'
import { pause } from './failures.ts'
import { createLater } from './later.ts'
import { secondsSince } from './metrics.ts'

export type EngineParts = Omit<ProjectorParts, 'storeId'> &
  Pick<StepParts, 'schema' | 'announce'> & {
    /** Where each lane stops; without it the engine follows for ever. */
    readonly until?: Checkpoints
    /** Ends a run without `until` when no event came for this long, in ms. */
    readonly untilQuietMs?: number
  }

/** A lane waits this long, in ms, after a commit, so that the next events share one. The first event after a pause does not wait. */
const LINGER_MS = 5
/** The checkpoint of a lane may trail by this much, in ms, while only events of other lanes come. */
const IDLE_MS = 50

export type Follower = ReturnType<typeof createFollower>

/** Takes the events of one projection as they arrive. */
export const createFollower = (
  parts: EngineParts & { readonly projection: Projection },
  start: Position | undefined,
  parked: Set<string>,
) => {
  const { projection, log, metrics, signal, announce, untilQuietMs } = parts
  const { lane, isOf } = projection
  const until = parts.until?.get(lane)
  const consumer = createConsumer(parts, start, parked)
  const later = createLater(projection, log, consumer.commitLater)
  /** All events up to here are done, and the checkpoint does not say so yet. */
  let passed: Position | undefined
  let committedAt = 0
  let isEnd = false
  const observe = (oldest: RecordedEvent | undefined, waiting: number) => {
    metrics.waiting.set({ lane }, waiting)
    metrics.lag.set({ lane }, oldest ? secondsSince(oldest.created) : 0)
  }
  return {
    start,
    /** How long to wait for events, in ms, before it takes none; undefined for ever. */
    waitMs: () => untilQuietMs ?? (passed ? IDLE_MS : later.waitMs()),
    /** @returns whether it has come to its end */
    take: async (events: readonly RecordedEvent[]): Promise<boolean> => {
      if (isEnd) return true
      const isQuiet = events.length === 0
      passed = events.at(-1)?.position ?? passed
      const isLast = until !== undefined && isAtOrAfter(passed, until)
      const own = events.filter(event => isOf(event.stream) && !(isLast && isAfter(event.position, until)))
      if (own.length === 0 && !isLast && !isQuiet && performance.now() - committedAt < IDLE_MS) return false
      observe(own[0], own.length)
      if (passed) await consumer.consume(own, isLast ? until : passed)
      observe(undefined, 0)
      isEnd = isLast || (isQuiet && untilQuietMs !== undefined)
      if (isEnd) return true
      passed = undefined
      committedAt = performance.now()
      if (own.length > 0) metrics.batch.observe({ lane }, own.length)
      later.note(own)
      await later.doSome()
      if (announce && !isQuiet) await pause(LINGER_MS, signal)
      return false
    },
  }
}

const isAfter = (a: Position, b: Position) => !isAtOrAfter(b, a)
