import type { Position, RecordedEvent } from '@lectern/platform/event-store/port.ts'
import type { Applier, LaneParts } from './apply.ts'
import { isAtOrAfter } from './checkpoints.ts'
import { pause, wakeable } from './failures.ts'

const BATCH_EVENTS = 1_000
const BATCH_BYTES = 4 * 1_048_576
/** A lane commits no oftener than this, in ms, so that under load events share a commit; the first after a rest is not held back. */
const LINGER_MS = 5
/** The same after a commit of many events, which tells of a backlog. */
const LINGER_OF_MANY_MS = 20
const MANY_EVENTS = 64
/** An id, a range of ids or a tag, as it lies in memory. */
const ITEM_BYTES = 64
/** A lane that is at one batch for so long, in ms, may be stuck. */
const STUCK_MS = 1_000
/** How long, in ms, the checkpoint of a lane without events may trail what it has passed. */
const IDLE_PERSIST_MS = 1_000

/** A guess at an event's weight that costs nothing: texts and lists of ids dominate. */
const weightOf = ({ data }: RecordedEvent): number => {
  let bytes = 300
  for (const value of Object.values(data ?? {})) {
    if (typeof value === 'string') bytes += value.length
    else if (Array.isArray(value)) bytes += value.length * ITEM_BYTES
  }
  return bytes
}

type Queued = { readonly event: RecordedEvent; readonly bytes: number }

export type LaneWorker = ReturnType<typeof createLane>

export type LaneHooks = {
  /** Awaited before a batch is committed, with the position of its last event. */
  readonly beforeCommit?: ((last: Position) => Promise<void>) | undefined
  /** Begun with the events of each commit; the next one does not wait for it. */
  readonly afterCommit?: ((events: readonly RecordedEvent[]) => void) | undefined
}

/** A queue of events and the loop that commits them in batches. */
export const createLane = (parts: LaneParts, applier: Applier, hooks: LaneHooks) => {
  const { lane, project, metrics, signal } = parts
  let queue: Queued[] = []
  let queuedBytes = 0
  let busySince: number | undefined
  /** Events that are being committed. */
  let inHand = 0
  /** The feed has delivered everything up to here. */
  let fedTo = applier.committed
  let wakeWorker = () => {}
  let settled = () => {}

  /** Everything of this lane up to here is committed. */
  const reached = (): Position | undefined => (queue.length + inHand === 0 ? fedTo : applier.committed)

  const isTrailing = () => fedTo !== undefined && !isAtOrAfter(applier.committed, fedTo)

  const take = (): RecordedEvent[] => {
    let bytes = 0
    let count = 0
    while (count < queue.length && count < BATCH_EVENTS && bytes < BATCH_BYTES) {
      const next = queue[count]
      if (next === undefined) break
      const isAlone = project.isAlone(next.event)
      if (isAlone && count > 0) break
      bytes += next.bytes
      count += 1
      if (isAlone) break
    }
    const batch = queue.slice(0, count).map(({ event }) => event)
    queue = queue.slice(count)
    queuedBytes -= bytes
    return batch
  }

  const observe = (oldest: RecordedEvent | undefined) => {
    metrics.waiting.set({ lane }, queue.length)
    metrics.lagMs.set({ lane }, oldest ? Math.max(0, Date.now() - oldest.created.getTime()) : 0)
  }

  return {
    reached,
    fedTo: () => fedTo,
    queued: () => ({ events: queue.length, bytes: queuedBytes }),
    isStuck: () => busySince !== undefined && performance.now() - busySince >= STUCK_MS,
    push: (event: RecordedEvent): boolean => {
      if (isAtOrAfter(fedTo, event.position) || isAtOrAfter(applier.committed, event.position)) return false
      const bytes = weightOf(event)
      queue.push({ event, bytes })
      queuedBytes += bytes
      return true
    },
    feedIsAt: (position: Position) => {
      if (!isAtOrAfter(fedTo, position)) fedTo = position
      if (queue.length > 0) wakeWorker()
    },
    /** Resolves when everything the feed has delivered is committed, the checkpoint with it. */
    settle: async (): Promise<void> => {
      if (queue.length + inHand === 0 && !isTrailing()) return
      const last = wakeable(signal)
      settled = last.wake
      wakeWorker()
      await last.promise
    },
    /** Works until the signal aborts. @throws ReadModelReplaced */
    run: async (): Promise<void> => {
      while (!signal.aborted) {
        if (queue.length === 0) {
          const idle = wakeable(signal, IDLE_PERSIST_MS)
          wakeWorker = idle.wake
          await idle.promise
        }
        if (signal.aborted) return
        const batch = take()
        inHand = batch.length
        const last = queue.length === 0 ? fedTo : batch.at(-1)?.position
        if (last === undefined || !(batch.length > 0 || isTrailing())) continue
        observe(batch[0])
        busySince = performance.now()
        const lastEvent = batch.at(-1)
        if (lastEvent) await hooks.beforeCommit?.(lastEvent.position)
        await applier.apply(batch, last)
        busySince = undefined
        inHand = 0
        if (queue.length === 0 && !isTrailing()) settled()
        if (batch.length > 0) {
          hooks.afterCommit?.(batch)
          metrics.batch.observe({ lane }, batch.length)
        }
        observe(queue[0]?.event)
        const mayShare = batch[0] !== undefined && queue.length < BATCH_EVENTS && !project.isAlone(batch[0])
        if (mayShare) await pause(batch.length < MANY_EVENTS ? LINGER_MS : LINGER_OF_MANY_MS, signal)
      }
    },
  }
}
