/** The schema that an engine writes serves no more: a rebuild has put another in its place. */
export class ReadModelReplaced extends Error {
  override readonly name = 'ReadModelReplaced'
}

/** A projection could not make sense of an event. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/**
 * Whether the events themselves are to blame, so that trying again cannot help: they could not be read, or Postgres
 * refused their data (classes 22 and 23) or the size of it (54). Anything else may pass: connections, timeouts, disk, memory, a mistake in our SQL.
 */
export const isPoison = (error: unknown): boolean => {
  const code = (error as { code?: unknown } | null)?.code
  return error instanceof Unreadable || (typeof code === 'string' && /^(22|23|54)/.test(code))
}

/** Milliseconds before the nth try, from 100 ms to 5 s. */
export const backoff = (attempt: number): number => Math.min(5_000, 100 * 2 ** Math.min(attempt, 10))

/** A promise that resolves when it is woken, after a while (ms) where one is given, or when the signal aborts. */
export const wakeable = (signal: AbortSignal, ms?: number): { promise: Promise<void>; wake: () => void } => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = ms === undefined ? undefined : setTimeout(() => wake(), ms)
  const wake = () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', wake)
    resolve()
  }
  signal.addEventListener('abort', wake, { once: true })
  if (signal.aborted) wake()
  return { promise, wake }
}

export const pause = (ms: number, signal: AbortSignal): Promise<void> => wakeable(signal, ms).promise
