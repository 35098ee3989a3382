import type { Log } from '@lectern/platform/process/log.ts'

/** The part of a loop that all loops of a process share. */
export type LoopParts = { readonly log: Log; readonly signal: AbortSignal }

export type LoopOptions = LoopParts & {
  readonly work: () => Promise<unknown>
  /** Milliseconds before the first run; default 0. */
  readonly firstMs?: number
  /** Milliseconds between the end of a run and the next one. Default: a run is done when it is asked for. */
  readonly everyMs?: number
  /** The same after a run that failed; default everyMs. */
  readonly againMs?: number
  /** Said to operators by the first of several failures in a row. */
  readonly failure: string
}

/**
 * Repeats work until the signal aborts, one run at a time. Every process does so: a later run finds what an outage or another
 * process left, so work must be safe to repeat and to do twice at once.
 * @returns a function that asks for a run now; during a run, for one more
 */
export const loop = (options: LoopOptions): (() => void) => {
  const { work, firstMs = 0, everyMs, againMs = everyMs, failure, log, signal } = options
  let wake = (): void => {}
  let isAsked = false
  signal.addEventListener('abort', () => wake())

  const sleep = async (ms: number | undefined): Promise<void> => {
    if (signal.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    wake = resolve
    const timer = ms === undefined ? undefined : setTimeout(resolve, ms).unref()
    await promise
    clearTimeout(timer)
  }

  const run = async (): Promise<void> => {
    if (firstMs > 0) await sleep(firstMs)
    for (let hasFailed = false; !signal.aborted; ) {
      isAsked = false
      try {
        await work()
        hasFailed = false
      } catch (err) {
        if (!hasFailed && !signal.aborted) log.warn({ err }, failure)
        hasFailed = true
      }
      if (hasFailed || !isAsked) await sleep(hasFailed ? againMs : everyMs)
    }
  }
  void run()

  return () => {
    isAsked = true
    wake()
  }
}
