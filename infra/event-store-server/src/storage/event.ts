/** An event as a client hands it in. */
export type ProposedEvent = {
  /** Lower-case uuid with dashes. */
  readonly id: string
  readonly type: string
  readonly isJson: boolean
  readonly data: Uint8Array
  readonly metadata: Uint8Array
}

/** An event with its place in its stream and in `$all`. Positions are byte offsets, so doubles hold them exactly. */
export type RecordedEvent = ProposedEvent & {
  readonly stream: string
  readonly revision: number
  readonly position: number
  /** Milliseconds since 1970. */
  readonly created: number
}

/** A recorded event ready to be sent: the encoded answer, and what reads and filters look at. */
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

/** The revision of a tombstone, and the `$tb` of a soft-deleted stream: the greatest int64, which no double holds. */
export const DELETED_REVISION = '9223372036854775807'

export const metastreamOf = (stream: string): string => `$$${stream}`

const FRAME_BYTES = 64

/** How far an event moves the position of its successor: its rough size on disk, so that a span of positions bounds a page's bytes. */
export const extentOf = (event: { stream: string; type: string; dataBytes: number; metadataBytes: number }) =>
  FRAME_BYTES + event.stream.length + event.type.length + event.dataBytes + event.metadataBytes
