import { encodeProgress, PROGRESS_CHANNEL } from '@lectern/contracts/read-model/progress.ts'
import type { Position, RecordedEvent } from '@lectern/platform/event-store/port.ts'
import type { Applier, LaneParts } from './apply.ts'
import { isAtOrAfter } from './checkpoints.ts'
import { pause, wakeable } from './failures.ts'

const BATCH_EVENTS = 1_000
const BATCH_BYTES = 4 * 1_048_576
/** A lane waits this long, in ms, after a commit, so that the next events share one. The first event after a pause does not wait. */
const LINGER_MS = 5
/** Size in memory of one number, flag or list, roughly. */
const ITEM_BYTES = 32
/** A lane may be stuck when one batch takes this long, in ms. */
const STUCK_MS = 1_000
/** Work for later begins when no event has left more of it for this time, in ms: an import comes before it. */
const QUIET_MS = 300
/** Some of it is done after this time, in ms, even where imports never pause. */
const LATER_MAX_MS = 1_000
/** The checkpoint of a lane without events may trail the feed by this much, in ms. */
const IDLE_PERSIST_MS = 1_000

const EVENT_BYTES = 300

/** An estimate of the bytes that an event's data takes in memory, what it holds included. */
export const weightOf = (data: unknown): number => {
  if (typeof data === 'string') return ITEM_BYTES + data.length
  let bytes = ITEM_BYTES
  if (typeof data === 'object' && data !== null)
    for (const value of Object.values(data)) bytes += weightOf(value)
  return bytes
}

type Queued = { readonly event: RecordedEvent; readonly bytes: number }

export type LaneWorker = ReturnType<typeof createLane>

/**
 * A queue of events and the loop that commits them in batches.
 * @param mayCommit awaited before each commit, with the position of its last event
 */
export const createLane = (
  { lane, schema, readModel, pool, log, metrics, signal, reachedByAll }: LaneParts,
  applier: Applier,
  mayCommit: (last: Position) => Promise<void>,
) => {
  let queue: Queued[] = []
  let queuedBytes = 0
  let busySince: number | undefined
  /** The number of events that are being committed. */
  let inHand = 0
  /** The feed has delivered everything up to here. */
  let fedTo = applier.committed
  const { later } = readModel
  /** Events, of this process or of one before, may have left work for later. */
  let isWorkLeft = later !== undefined
  let leftAt = 0
  let doneAt = 0
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
      const isAlone = readModel.isAlone(next.event)
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

  const note = (batch: readonly RecordedEvent[]) => {
    if (later === undefined || !batch.some(later.isLeftBy)) return
    isWorkLeft = true
    leftAt = performance.now()
  }
  const isTimeForLater = () => {
    const now = performance.now()
    return isWorkLeft && (now - leftAt >= QUIET_MS || now - doneAt >= LATER_MAX_MS)
  }
  /** A failure is tried again when the lane looks again. */
  const doLater = async () => {
    try {
      const changes = await later?.doSome(pool, schema)
      isWorkLeft = changes !== undefined
      doneAt = performance.now()
      if (!changes || !reachedByAll) return
      for (const payload of encodeProgress({ schema, lanes: {}, changes }))
        await pool.query('SELECT pg_notify($1, $2)', [PROGRESS_CHANNEL, payload])
    } catch (error) {
      log.warn({ err: error, lane }, 'work for later waits for Postgres')
      await pause(IDLE_PERSIST_MS, signal)
    }
  }

  return {
    reached,
    fedTo: () => fedTo,
    queued: () => ({ events: queue.length, bytes: queuedBytes }),
    isStuck: () => busySince !== undefined && performance.now() - busySince >= STUCK_MS,
    push: (event: RecordedEvent): boolean => {
      if (isAtOrAfter(fedTo, event.position) || isAtOrAfter(applier.committed, event.position)) return false
      const bytes = EVENT_BYTES + weightOf(event.data)
      queue.push({ event, bytes })
      queuedBytes += bytes
      return true
    },
    feedIsAt: (position: Position) => {
      if (!isAtOrAfter(fedTo, position)) fedTo = position
      if (queue.length > 0) wakeWorker()
    },
    /** Resolves when everything that the feed has delivered is committed, including the checkpoint. */
    settle: async (): Promise<void> => {
      if (queue.length + inHand === 0 && !isTrailing()) return
      const last = wakeable(signal)
      settled = last.wake
      wakeWorker()
      await last.promise
    },
    /** Commits batches until the signal aborts. @throws ReadModelReplaced */
    run: async (): Promise<void> => {
      while (!signal.aborted) {
        if (queue.length === 0 && isTimeForLater()) await doLater()
        else if (queue.length === 0) {
          const idle = wakeable(signal, isWorkLeft ? QUIET_MS : IDLE_PERSIST_MS)
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
        if (lastEvent) await mayCommit(lastEvent.position)
        await applier.apply(batch, last)
        note(batch)
        busySince = undefined
        inHand = 0
        if (queue.length === 0 && !isTrailing()) settled()
        if (batch.length > 0) metrics.batch.observe({ lane }, batch.length)
        observe(queue[0]?.event)
        if (batch.length > 0 && queue.length < BATCH_EVENTS) await pause(LINGER_MS, signal)
      }
    },
  }
}
