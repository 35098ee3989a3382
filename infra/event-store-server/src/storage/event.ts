/** An event as a client sends it. */
export type ProposedEvent = {
  /** Lower-case uuid with dashes. */
  readonly id: string
  readonly type: string
  readonly isJson: boolean
  readonly data: Uint8Array
  readonly metadata: Uint8Array
}

/** An event with its place in its stream and in `$all`. Positions are byte offsets, which a double holds exactly. */
export type RecordedEvent = ProposedEvent & {
  readonly stream: string
  readonly revision: number
  readonly position: number
  /** Milliseconds since 1970. */
  readonly created: number
}

/** A recorded event as its encoded answer, and the fields that reads and filters need. */
export type Entry = {
  readonly stream: string
  readonly type: string
  readonly revision: number
  readonly position: number
  readonly created: number
  /** A `ReadResp` in protobuf, ids as strings. */
  readonly message: Buffer
}

export type ExpectedRevision = number | 'any' | 'no_stream' | 'stream_exists'

/** The revision of a tombstone and the `$tb` of a soft-deleted stream. It is the greatest int64, which no double holds. */
export const DELETED_REVISION = '9223372036854775807'

/** The type of a row whose event was erased. No read gives it. */
export const ERASED = '$erased'

export const metastreamOf = (stream: string): string => `$$${stream}`

const FRAME_BYTES = 64

/** The distance to the next event's position. It is the rough size on disk, so a span of positions bounds the bytes of a page. */
export const extentOf = (event: { stream: string; type: string; dataBytes: number; metadataBytes: number }) =>
  FRAME_BYTES + event.stream.length + event.type.length + event.dataBytes + event.metadataBytes
