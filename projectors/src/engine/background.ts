/**
 * Work that nobody waits for, one run at a time: asked for during a run, there is one more after it, however often it was
 * asked. @param work catches its own errors
 */
export const inBackground = (work: () => Promise<void>) => {
  let running: Promise<void> | undefined
  let again = false
  const run = async (): Promise<void> => {
    do {
      again = false
      await work()
    } while (again)
    running = undefined
  }
  return {
    ask: (): void => {
      if (running) again = true
      else running = run()
    },
    /** Resolves when all that was asked for is done. */
    isDone: (): Promise<void> => running ?? Promise.resolve(),
  }
}
