/** The part of EventStoreDB that the services use. Its one implementation is `client.ts`. */

export type Position = { readonly commit: bigint; readonly prepare: bigint }

/** The id is a uuidv5 of the command, so that the store recognises a retried append. Data and metadata are JSON. */
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
  /** Counts from 0 within the stream, without gaps unless events were deleted. */
  readonly revision: bigint
  /** Place in `$all`: a byte offset. Compare it or hand it back; never compute one. */
  readonly position: Position
  readonly created: Date
  readonly data: unknown
  readonly metadata: unknown
}

export type ExpectedRevision = bigint | 'no_stream' | 'any'

export type Appended = { readonly revision: bigint; readonly position: Position }

export type ReadStreamOptions = {
  /** First revision, inclusive; default the start (backwards: the end). */
  readonly from?: bigint
  readonly direction?: 'forwards' | 'backwards'
  readonly maxCount?: number
  /** Default: a tombstoned stream yields nothing. */
  readonly refuseEnded?: boolean
}

export type FollowOptions = {
  /** The last position handled; undefined for the start of `$all`. */
  readonly after?: Position | undefined
  /** Prefixes of stream names; none for every stream except system streams. */
  readonly prefixes?: readonly string[]
  readonly signal: AbortSignal
}

export interface EventStore {
  /**
   * Appends all events or none, at most 1,048,576 bytes.
   * Retries uncertain outcomes (lost connection, deadline) with the same ids and revision.
   * @throws WrongExpectedRevision  another writer was first
   * @throws AppendTooLarge         over the size limit; nothing was written
   * @throws StreamEnded            the stream was tombstoned
   * @throws AppendDenied           the store denies the write
   * @throws StoreUnavailable       still uncertain after the retries: the events may or may not be stored
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<Appended>

  /** A stream that does not exist, or was deleted, yields nothing. @throws StoreUnavailable, StreamEnded if asked */
  readStream(stream: string, options?: ReadStreamOptions): AsyncIterable<RecordedEvent>

  /**
   * Every event of `$all` after a position, then live events, each exactly once and in order, until the signal aborts.
   * Resumes dropped subscriptions. Yields the events that have arrived as a batch, never empty.
   */
  follow(options: FollowOptions): AsyncIterable<readonly RecordedEvent[]>

  /** Position of the last event that `follow` gives; undefined in an empty store. @throws StoreUnavailable */
  end(): Promise<Position | undefined>

  /**
   * Ends a stream for ever, also one that does not exist: its events are gone, and it takes no more. `$all` keeps a tombstone.
   * A repetition changes nothing. @throws StoreUnavailable
   */
  tombstone(stream: string): Promise<void>

  /**
   * Takes the events before a revision from a stream, which goes on. The embedded store erases them, EventStoreDB at its
   * next scavenge, and until then `$all` may have them. @throws StoreUnavailable
   */
  truncate(stream: string, before: bigint): Promise<void>

  /** The server's version; 'unknown' where it is too old to tell it. @throws StoreUnavailable */
  version(): Promise<string>

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

/** The stream was tombstoned. */
export class StreamEnded extends Error {
  override readonly name = 'StreamEnded'
}

export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}
