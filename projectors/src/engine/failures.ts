import { UnreadableEvent } from '@lectern/contracts/events/read.ts'
import { isPostgresUnavailable } from '@lectern/platform/postgres/postgres.ts'

/** A rebuild has put another schema in the place of the one that this engine writes. */
export class ReadModelReplaced extends Error {
  override readonly name = 'ReadModelReplaced'
}

/** The checkpoint of a lane is not where this process left it. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved'
}

/** SQLSTATE of an error that Postgres answered; undefined for an error of the connection or of our own code. */
const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'severity' in error && 'code' in error ? String(error.code) : undefined

/**
 * Whether the events themselves are at fault, so that another try cannot help: they cannot be read, or Postgres refused
 * their data (classes 22 and 23) or their size (54).
 */
export const isPoison = (error: unknown): boolean =>
  error instanceof UnreadableEvent || /^(22|23|54)/.test(sqlState(error) ?? '')

/**
 * Failures of the whole database, which are the same for every stream: connection, transaction, login, deadlock, resources,
 * locks, shutdown, input and output, and a table, schema or permission that is missing (so far).
 */
const OF_DATABASE = /^(08|25|26|28|3D|3F|40|53|55|57|58|F0|42P01|42501)/

/** Whether an error may be the fault of a few rows, although it may also pass. */
export const isSuspect = (error: unknown): boolean => {
  const state = sqlState(error)
  return state !== undefined && !isPostgresUnavailable(error) && !OF_DATABASE.test(state)
}

/** Whether two failures are equal. */
export const isAlike = (a: unknown, b: unknown): boolean => sqlState(a) === sqlState(b)

/** A promise that resolves when `wake` is called, after `ms` milliseconds where given, or when the signal aborts. */
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
