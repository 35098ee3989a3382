import { isPostgresUnavailable } from '@lectern/platform/postgres/postgres.ts'

/** The schema that an engine writes serves no more: a rebuild has put another in its place. */
export class ReadModelReplaced extends Error {
  override readonly name = 'ReadModelReplaced'
}

/** A projection could not make sense of an event. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** SQLSTATE of what Postgres itself answered; undefined for an error of the connection or of our own. */
const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'severity' in error && 'code' in error ? String(error.code) : undefined

/**
 * Whether the events themselves are to blame, so that trying again cannot help: they could not be read, or Postgres
 * refused their data (classes 22 and 23) or the size of it (54).
 */
export const isPoison = (error: unknown): boolean =>
  error instanceof Unreadable || /^(22|23|54)/.test(sqlState(error) ?? '')

/**
 * States that the whole database is in, so that every stream fails alike: connection, transaction, login, deadlock,
 * resources, locks, shutdown, input and output, and a table, a schema or a permission that is not there (yet).
 */
const OF_DATABASE = /^(08|25|26|28|3D|3F|40|53|55|57|58|F0|42P01|42501)/

/** Whether an error may be that of a few rows alone, though nothing says that it will not pass. */
export const isSuspect = (error: unknown): boolean => {
  const state = sqlState(error)
  return state !== undefined && !isPostgresUnavailable(error) && !OF_DATABASE.test(state)
}

/** Whether two failures are the same one again. */
export const isAlike = (a: unknown, b: unknown): boolean => sqlState(a) === sqlState(b)

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
