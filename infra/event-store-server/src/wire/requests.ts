import type { UUID } from '@eventstore/db-client/generated/shared_pb.js'
import type { ExpectedRevision, ProposedEvent } from '../storage/event.ts'
import { invalid } from './errors.ts'

/** EventStoreDB has no limit. Errors carry the name in a trailer, and HTTP/2 clients accept no longer trailers. */
const MAX_STREAM_NAME_BYTES = 16 * 1024
const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The event of an `AppendReq` or a `BatchAppendReq`. */
type ProposedMessage = {
  getId(): UUID | undefined
  getMetadataMap(): { get(key: string): string | undefined }
  getData_asU8(): Uint8Array
  getCustomMetadata_asU8(): Uint8Array
}

/** @throws CallError for an event without id or type */
export function toProposedEvent(message: ProposedMessage): ProposedEvent {
  const metadata = message.getMetadataMap()
  const type = metadata.get('type')
  if (!isText(type)) throw invalid('An event needs a valid type.')
  return {
    id: uuidText(message.getId()),
    type,
    isJson: metadata.get('content-type') === 'application/json',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  }
}

/** @throws CallError for a missing or invalid name */
export function streamName(identifier: { getStreamName_asU8(): Uint8Array } | undefined): string {
  const bytes = identifier?.getStreamName_asU8() ?? new Uint8Array()
  const name = Buffer.from(bytes).toString()
  if (!isText(name) || bytes.length > MAX_STREAM_NAME_BYTES)
    throw invalid('A stream needs a valid name of at most 16 KiB.')
  return name
}

/** The options that appends and deletions have in common. BatchAppend says position for revision. */
type Expecting = { hasNoStream(): boolean; hasStreamExists(): boolean } & (
  | { hasRevision(): boolean; getRevision(): string }
  | { hasStreamPosition(): boolean; getStreamPosition(): string }
)

export function expectedOf(options: Expecting): ExpectedRevision {
  if (options.hasNoStream()) return 'no_stream'
  if (options.hasStreamExists()) return 'stream_exists'
  if ('hasRevision' in options) return options.hasRevision() ? Number(options.getRevision()) : 'any'
  return options.hasStreamPosition() ? Number(options.getStreamPosition()) : 'any'
}

/** Postgres stores no NUL in text. Its refusal of one append would fail the whole batch. */
const isText = (text: string | undefined): text is string => !!text && !text.includes('\0')

export function uuidText(uuid: UUID | undefined): string {
  const structured = uuid?.getStructured()
  const text = structured
    ? fromHalves(structured.getMostSignificantBits(), structured.getLeastSignificantBits())
    : uuid?.getString().toLowerCase()
  if (!text || !UUID_PATTERN.test(text)) throw invalid('An event needs a uuid.')
  return text
}

function fromHalves(high: string, low: string): string {
  const half = (bits: string) => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0')
  const hex = half(high) + half(low)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The size of an event for the limit of an append. */
export const bytesOf = (event: ProposedEvent): number =>
  event.data.length + event.metadata.length + 2 * event.type.length
