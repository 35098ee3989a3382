import { wakeable } from './failures.ts'

const EVENTS_EACH = 1_000
const BYTES_EACH = 4 * 1_048_576

export type Room = ReturnType<typeof createRoom>

/**
 * What waits in the lanes of one feed, before it is made to wait. They share it: of a run of events for one lane, what
 * the others need is soon behind it.
 */
export const createRoom = (lanes: number, signal: AbortSignal) => {
  let events = 0
  let bytes = 0
  let wake = () => {}
  return {
    fill: (weight: number): void => {
      events += 1
      bytes += weight
    },
    empty: (count: number, weight: number): void => {
      events -= count
      bytes -= weight
      wake()
    },
    /** Resolves when more may come. */
    isFree: async (): Promise<void> => {
      while ((events >= lanes * EVENTS_EACH || bytes >= lanes * BYTES_EACH) && !signal.aborted) {
        const full = wakeable(signal)
        wake = full.wake
        await full.promise
      }
    },
  }
}
