import { pause } from './failures.ts'
import type { LaneWorker } from './lane.ts'

/** Events that wait only where many came at once. */
const MANY_EVENTS = 256
/** More may be on their way for so long, in ms, after many were seen. */
const LASTS_MS = 200
const LOOK_MS = 50

export type Backlog = ReturnType<typeof createBacklog>

/** Whether what lists show is catching up, for others to wait for. */
export const createBacklog = () => {
  let lanes: readonly LaneWorker[] = []
  let seenAt = Number.NEGATIVE_INFINITY
  const isThere = (): boolean => {
    if (lanes.reduce((sum, lane) => sum + lane.waiting(), 0) >= MANY_EVENTS) seenAt = performance.now()
    return performance.now() - seenAt < LASTS_MS
  }
  return {
    watch: (workers: readonly LaneWorker[]): void => {
      lanes = workers
    },
    /** Resolves when there is none, or the signal aborts. */
    isOver: async (signal: AbortSignal): Promise<void> => {
      while (isThere() && !signal.aborted) await pause(LOOK_MS, signal)
    },
  }
}
