import type { Position } from '@lectern/platform/event-store/port.ts'
import { isAtOrAfter } from './checkpoints.ts'
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
  const isCatchingUp = (): boolean => {
    if (lanes.reduce((sum, lane) => sum + lane.waiting(), 0) >= MANY_EVENTS) seenAt = performance.now()
    return performance.now() - seenAt < LASTS_MS
  }
  const hasSeen = (position: Position): boolean =>
    lanes.length === 0 || lanes.some(lane => isAtOrAfter(lane.fedTo(), position))
  return {
    /** The lanes to wait for; none once they have ended. */
    watch: (workers: readonly LaneWorker[]): void => {
      lanes = workers
    },
    /** Resolves when they have caught up and been given what is at this position, or the signal aborts. */
    isOver: async (position: Position, signal: AbortSignal): Promise<void> => {
      while (!signal.aborted && (isCatchingUp() || !hasSeen(position))) await pause(LOOK_MS, signal)
    },
    /** Resolves when they have committed everything up to this position, or the signal aborts. */
    isShown: async (position: Position, signal: AbortSignal): Promise<void> => {
      while (!signal.aborted && lanes.some(lane => !isAtOrAfter(lane.reached(), position)))
        await pause(LOOK_MS, signal)
    },
  }
}
