/** What the services need of EventStoreDB, and no more. `client.ts` beside this file is the one implementation. */

export type Position = { readonly commit: bigint; readonly prepare: bigint }

/** Ids are uuidv5 of the command, so a retried append is recognised by the store. Data and metadata are JSON. */
export type NewEvent = {
  readonly id: string
  readonly type: string
  readonly data: unknown
  readonly metadata: unknown
}

export type RecordedEvent = {
  readonly id: string
  readonly type: string
  readonly stream: string
  /** Counts from 0 within the stream, gapless unless events were deleted. */
  readonly revision: bigint
  /** Place in `$all`: sparse byte offsets, only ever compared or handed back, never computed. */
  readonly position: Position
  readonly created: Date
  readonly data: unknown
  readonly metadata: unknown
}

export type ExpectedRevision = bigint | 'no_stream' | 'any'

export type Appended = { readonly revision: bigint; readonly position: Position }

export type ReadStreamOptions = {
  /** First revision to give, inclusive; default the start (backwards: the end). */
  readonly from?: bigint
  readonly direction?: 'forwards' | 'backwards'
  readonly maxCount?: number
}

export type FollowOptions = {
  /** The last position handled; undefined begins at the start of `$all`. */
  readonly after?: Position | undefined
  /** Stream name prefixes; none means every stream but system ones. */
  readonly prefixes?: readonly string[]
  readonly signal: AbortSignal
}

export interface EventStore {
  /**
   * Appends all events or none, at most 1,048,576 bytes.
   * Uncertain outcomes (lost connection, deadline) are retried inside with the same ids and revision.
   * @throws WrongExpectedRevision  another writer was first
   * @throws AppendTooLarge         over the size limit; nothing was written
   * @throws AppendDenied           the stream was deleted, or the store lets us not write to it
   * @throws StoreUnavailable       still uncertain after the retries: the events may or may not be stored
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<Appended>

  /** A stream that does not exist, or was deleted, yields nothing. @throws StoreUnavailable */
  readStream(stream: string, options?: ReadStreamOptions): AsyncIterable<RecordedEvent>

  /**
   * Every event of `$all` after a position, then live ones as they come, each exactly once and in order,
   * without end until the signal aborts. Dropped subscriptions are resumed inside.
   * Yields batches of what is at hand, never empty, so that a consumer can work on sets.
   */
  follow(options: FollowOptions): AsyncIterable<readonly RecordedEvent[]>

  /** Position of the last event of `$all`, undefined where it is empty. @throws StoreUnavailable */
  end(): Promise<Position | undefined>

  close(): Promise<void>
}

export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision'
}

export class AppendTooLarge extends Error {
  override readonly name = 'AppendTooLarge'
}

export class AppendDenied extends Error {
  override readonly name = 'AppendDenied'
}

export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}
