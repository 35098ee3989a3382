import { Metadata, type ServerErrorResponse, status } from '@grpc/grpc-js'
import { Unavailable } from '../storage/store.ts'

/** EventStoreDB's default. Counts data, metadata and type names. */
export const MAX_APPEND_BYTES = 1_048_576

/** A refusal in EventStoreDB's words. The client distinguishes errors by the trailer `exception`. */
export class CallError extends Error implements ServerErrorResponse {
  override readonly name = 'CallError'
  readonly code: status
  readonly details: string
  readonly metadata: Metadata

  constructor(code: status, details: string, trailers: Record<string, string> = {}) {
    super(details)
    this.code = code
    this.details = details
    this.metadata = new Metadata()
    for (const [key, value] of Object.entries(trailers)) this.metadata.set(key, value)
  }
}

export const streamDeleted = (stream: string) =>
  new CallError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': headerText(stream),
  })

/** @param expected -1 no stream, -2 any, -4 stream exists @param current -1 for a stream without events */
export const wrongExpectedVersion = (operation: string, stream: string, expected: number, current: number) =>
  new CallError(
    status.FAILED_PRECONDITION,
    `${operation} failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${expected}, Actual version: ${current}`,
    {
      exception: 'wrong-expected-version',
      'stream-name': headerText(stream),
      'expected-version': String(expected),
      'actual-version': String(current),
    },
  )

export const appendTooLarge = () =>
  new CallError(status.INVALID_ARGUMENT, `Maximum Append Size of ${MAX_APPEND_BYTES} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(MAX_APPEND_BYTES),
  })

export const accessDenied = () =>
  new CallError(
    status.UNAUTHENTICATED,
    'The connection name is not a secret of this event store for this call.',
    {
      exception: 'access-denied',
    },
  )

export const deadlineExceeded = () => new CallError(status.DEADLINE_EXCEEDED, 'Deadline exceeded')
export const unavailable = () =>
  new CallError(status.UNAVAILABLE, 'The store has lost its database; try again.')
export const invalid = (details: string) => new CallError(status.INVALID_ARGUMENT, details)
export const unknownPosition = () =>
  new CallError(status.UNKNOWN, 'Unexpected ReadAllResult: InvalidPosition')
export const consumerTooSlow = () =>
  new CallError(status.ABORTED, 'Operation timed out: Consumer too slow to handle event while live')

/** Any error of a call as its answer. A failed query means that Postgres is gone or too busy. */
export function asCallError(error: unknown): CallError {
  if (error instanceof CallError) return error
  return error instanceof Unavailable ? unavailable() : new CallError(status.UNAVAILABLE, String(error))
}

/** Trailers hold printable ASCII only. */
const headerText = (text: string) => text.replace(/[^\x20-\x7e]/g, '?')
