import { pause } from './failures.ts'

/** Events that come in one delivery only where many were waiting. */
const MANY_EVENTS = 256
/** How long, in ms, after many came more may be expected. */
const LASTS_MS = 250

/** Whether one subscription is catching up, for another to wait for. */
export const createBacklog = () => {
  let until = 0
  return {
    saw: (events: number): void => {
      if (events >= MANY_EVENTS) until = Date.now() + LASTS_MS
    },
    /** Resolves when it has caught up, or the signal aborts. */
    isOver: async (signal: AbortSignal): Promise<void> => {
      while (Date.now() < until && !signal.aborted) await pause(until - Date.now(), signal)
    },
  }
}
