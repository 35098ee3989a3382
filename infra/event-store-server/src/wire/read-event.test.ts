import streams from '@eventstore/db-client/generated/streams_pb.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DELETED_REVISION } from '../storage/event.ts'
import { withStructuredId } from './read-answers.ts'
import { encodeReadEvent } from './read-event.ts'
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

test('the message classes decode the encoded event', () => {
  fc.assert(
    fc.property(recorded, event => {
      const at = String(event.position)
      const expected = { ...event, rest: [at, at] }
      expect(decode(encodeReadEvent(event))).toEqual(expected)
      expect(decode(withStructuredId(encodeReadEvent(event)))).toEqual(expected)
    }),
  )
})

test('a tombstone has the greatest revision', () => {
  const revision = Number(DELETED_REVISION)
  const [event] = fc.sample(recorded, 1)
  if (!event) throw new Error('no sample')
  const message = streams.ReadResp.deserializeBinary(encodeReadEvent({ ...event, revision }))
  expect(message.getEvent()?.getEvent()?.getStreamRevision()).toBe(DELETED_REVISION)
})
