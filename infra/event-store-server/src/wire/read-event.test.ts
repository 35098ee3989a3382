import streams from '@eventstore/db-client/generated/streams_pb.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withStructuredId } from './read-answers.ts'
import { encodeReadEvent, slabAllocator } from './read-event.ts'
import { uuidText } from './requests.ts'

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
const bytes = fc.uint8Array({ maxLength: 20_000 })
const natural = fc.oneof(fc.nat(300), fc.maxSafeNat())
const recorded = fc.record({
  id: fc.uuid(),
  type: text,
  stream: text,
  isJson: fc.boolean(),
  data: bytes,
  metadata: bytes,
  revision: natural,
  position: natural,
  created: fc.nat(4_000_000_000_000),
})

const decode = (message: Uint8Array) => {
  const event = streams.ReadResp.deserializeBinary(message).getEvent()
  const inner = event?.getEvent()
  const name = Buffer.from(inner?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()
  const metadata = inner?.getMetadataMap()
  return {
    id: uuidText(inner?.getId()),
    stream: name,
    type: metadata?.get('type'),
    isJson: metadata?.get('content-type') === 'application/json',
    created: Number(metadata?.get('created')) / 10_000,
    revision: Number(inner?.getStreamRevision()),
    position: Number(inner?.getCommitPosition()),
    data: inner?.getData_asU8(),
    metadata: inner?.getCustomMetadata_asU8(),
    rest: [inner?.getPreparePosition(), event?.getCommitPosition()],
  }
}

test('the message classes read back what was encoded by hand', () => {
  const allocate = slabAllocator()
  fc.assert(
    fc.property(recorded, event => {
      const at = String(event.position)
      const expected = { ...event, rest: [at, at] }
      expect(decode(encodeReadEvent(event, allocate))).toEqual(expected)
      expect(decode(withStructuredId(encodeReadEvent(event)))).toEqual(expected)
    }),
  )
})

test('buffers of a slab do not overlap', () => {
  const allocate = slabAllocator()
  const cut = Array.from({ length: 500 }, (_, n) => allocate(1 + (n % 700)).fill(n % 256))
  for (const [n, buffer] of cut.entries()) expect(buffer.every(byte => byte === n % 256)).toBe(true)
})
