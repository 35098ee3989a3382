/** Stops what was started when the run is interrupted, and ends. @returns a function that leaves signals alone again */
export const stopOnSignal = (stop: () => Promise<unknown>): (() => void) => {
  const end = () => void stop().finally(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  return () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end)
  }
}
