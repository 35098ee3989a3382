import type { Log } from '@lectern/platform/process/log.ts'
import type { Projection } from '../read-models/projection.ts'

/** Work for later begins when no event has left more of it for this time, in ms: an import comes before it. */
const QUIET_MS = 300
/** Some of it is done after this time, in ms, even where imports never pause. */
const MAX_MS = 1_000

/** Says when a projection does its work for later, and does it. */
export const createLater = (
  { lane, later }: Projection,
  log: Log,
  commit: (write: NonNullable<Projection['later']>['doSome']) => Promise<boolean>,
) => {
  /** Events, of this process or of one before, may have left some. */
  let isLeft = later !== undefined
  let [leftAt, doneAt] = [0, 0]
  const isTime = () => {
    const now = performance.now()
    return isLeft && (now - leftAt >= QUIET_MS || now - doneAt >= MAX_MS)
  }
  return {
    note: (events: readonly { readonly type: string }[]): void => {
      if (!later || !events.some(later.isLeftBy)) return
      isLeft = true
      leftAt = performance.now()
    },
    /** How long to wait for events before the next look, in ms. */
    waitMs: () => (isTime() ? 0 : isLeft ? QUIET_MS : undefined),
    doSome: async (): Promise<void> => {
      if (!later || !isTime()) return
      try {
        isLeft = await commit(later.doSome)
      } catch (error) {
        leftAt = performance.now()
        log.warn({ err: error, lane }, 'work for later waits for Postgres')
      }
      doneAt = performance.now()
    },
  }
}
