import type { Entry, RecordedEvent } from '../storage/event.ts'

const LENGTH_DELIMITED = 2
const VARINT = 0
const tag = (field: number, wireType: number) => (field << 3) | wireType

const varintBytes = (value: number) => {
  let bytes = 1
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) bytes++
  return bytes
}

/** A tombstone's revision, the greatest int64, which comes here as the double next to it. */
const TOMBSTONE_VARINT = Buffer.from('ffffffffffffffff7f', 'hex')
const isTombstone = (revision: number) => !Number.isSafeInteger(revision)

const fieldBytes = (length: number) => 1 + varintBytes(length) + length

type Allocate = (bytes: number) => Buffer

/**
 * Encodes a `ReadResp` that holds one event, in one pass and one allocation.
 * The message classes take seven times as long (README), and every event passes here.
 */
export function encodeReadEvent(event: RecordedEvent, allocate: Allocate = Buffer.allocUnsafe): Buffer {
  const streamBytes = Buffer.byteLength(event.stream)
  const typeBytes = Buffer.byteLength(event.type)
  const contentType = event.isJson ? 'application/json' : 'application/octet-stream'
  const created = `${event.created}0000` // .NET ticks of 100 ns, but since 1970
  const positionBytes = varintBytes(event.position)

  const id = fieldBytes(event.id.length)
  const stream = fieldBytes(streamBytes)
  const typeEntry = fieldBytes(4) + fieldBytes(typeBytes)
  const contentTypeEntry = fieldBytes(12) + fieldBytes(contentType.length)
  const createdEntry = fieldBytes(7) + fieldBytes(created.length)
  const recorded =
    fieldBytes(id) +
    fieldBytes(stream) +
    1 +
    (isTombstone(event.revision) ? TOMBSTONE_VARINT.length : varintBytes(event.revision)) +
    2 * (1 + positionBytes) +
    fieldBytes(typeEntry) +
    fieldBytes(contentTypeEntry) +
    fieldBytes(createdEntry) +
    fieldBytes(event.metadata.length) +
    fieldBytes(event.data.length)
  const readEvent = fieldBytes(recorded) + 1 + positionBytes
  const out = allocate(fieldBytes(readEvent))
  let at = 0

  const varint = (value: number) => {
    let rest = value
    while (rest >= 128) {
      out[at++] = (rest % 128) | 128
      rest = Math.floor(rest / 128)
    }
    out[at++] = rest
  }
  const open = (field: number, length: number) => {
    out[at++] = tag(field, LENGTH_DELIMITED)
    varint(length)
  }
  const number = (field: number, value: number) => {
    out[at++] = tag(field, VARINT)
    varint(value)
  }
  const text = (field: number, value: string, length: number) => {
    open(field, length)
    at += out.write(value, at)
  }
  const bytes = (field: number, value: Uint8Array) => {
    open(field, value.length)
    out.set(value, at)
    at += value.length
  }
  const mapEntry = (length: number, key: string, value: string, valueBytes: number) => {
    open(6, length)
    text(1, key, key.length)
    text(2, value, valueBytes)
  }

  open(1, readEvent)
  open(1, recorded)
  open(1, id)
  text(2, event.id, event.id.length)
  open(2, stream)
  text(3, event.stream, streamBytes)
  if (isTombstone(event.revision)) {
    out[at++] = tag(3, VARINT)
    out.set(TOMBSTONE_VARINT, at)
    at += TOMBSTONE_VARINT.length
  } else {
    number(3, event.revision)
  }
  number(4, event.position)
  number(5, event.position)
  mapEntry(typeEntry, 'type', event.type, typeBytes)
  mapEntry(contentTypeEntry, 'content-type', contentType, contentType.length)
  mapEntry(createdEntry, 'created', created, created.length)
  bytes(7, event.metadata)
  bytes(8, event.data)
  number(3, event.position)
  return out
}

const SLAB_BYTES = 64 * 1024

/**
 * Cuts buffers out of slabs of its own. Those that are kept and let go in order then hold no memory of others,
 * as they would in the pool that all buffers share.
 */
export function slabAllocator(): Allocate {
  let slab = Buffer.alloc(0)
  let used = 0
  return bytes => {
    if (bytes > SLAB_BYTES / 4) return Buffer.allocUnsafeSlow(bytes)
    if (used + bytes > slab.length) {
      slab = Buffer.allocUnsafeSlow(SLAB_BYTES)
      used = 0
    }
    used += bytes
    return slab.subarray(used - bytes, used)
  }
}

export const toEntry = (event: RecordedEvent, allocate?: Allocate): Entry => ({
  stream: event.stream,
  type: event.type,
  revision: event.revision,
  position: event.position,
  created: event.created,
  message: encodeReadEvent(event, allocate),
})
