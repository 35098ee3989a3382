import { randomBytes } from 'node:crypto'
import {
  DeadlineExceededError,
  MaxAppendSizeExceededError,
  NO_STREAM,
  STREAM_EXISTS,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { afterAll, describe, expect, test } from 'vitest'
import { collect, connect, newStream, numbered, numberedFrom, numbersOf } from '../src/test-support/target.ts'

const client = connect()
afterAll(() => client.dispose())

/** Without credentials the client uses BatchAppend, with them Append. Without TLS the server never sees them. */
describe.each([
  ['BatchAppend', {}],
  ['Append', { credentials: { username: 'admin', password: 'changeit' } }],
])('%s', (_call, options) => {
  test('answers the revision and position of its last event', async () => {
    const stream = newStream()
    const answer = await client.appendToStream(stream, numberedFrom(0, 3), {
      expectedRevision: NO_STREAM,
      ...options,
    })
    const events = await collect(client.readStream(stream))
    expect(answer.nextExpectedRevision).toBe(2n)
    expect(answer.position).toEqual(events[2]?.position)
    expect(answer.position?.commit).toBe(answer.position?.prepare)
    expect(events.map(e => e.revision)).toEqual([0n, 1n, 2n])
  })

  test('keeps id, type, data, metadata and time', async () => {
    const stream = newStream()
    const event = numbered(7, { type: 'Übersetzt', padding: 'ﬁ – 漢字 🦃' })
    const before = Date.now()
    await client.appendToStream(stream, event, options)
    const [stored] = await collect(client.readStream(stream))
    expect(stored).toMatchObject({ id: event.id, type: event.type, data: event.data, isJson: true })
    expect(stored?.metadata).toEqual({ from: 'conformance' })
    expect(Math.abs((stored?.created.getTime() ?? 0) - before)).toBeLessThan(60_000)
  })

  test.each([
    ['no stream where there is one', NO_STREAM, 1n],
    ['a revision that has passed', 0n, 1n],
    ['a revision that has not come', 5n, 1n],
  ] as const)('refuses %s', async (_why, expectedRevision, actualVersion) => {
    const stream = newStream()
    await client.appendToStream(stream, numberedFrom(0, 2), options)
    const refused = client.appendToStream(stream, numbered(9), { expectedRevision, ...options })
    await expect(refused).rejects.toBeInstanceOf(WrongExpectedVersionError)
    await expect(refused).rejects.toMatchObject({
      streamName: stream,
      expectedVersion: expectedRevision,
      actualVersion,
    })
    expect(numbersOf(await collect(client.readStream(stream)))).toEqual([0, 1])
  })

  test.each([
    ['a revision', 0n],
    ['that it exists', STREAM_EXISTS],
  ] as const)('refuses to expect %s of a stream that is not there', async (_what, expectedRevision) => {
    const refused = client.appendToStream(newStream(), numbered(9), { expectedRevision, ...options })
    await expect(refused).rejects.toMatchObject({
      expectedVersion: expectedRevision,
      actualVersion: NO_STREAM,
    })
  })

  test('lets one of many writers at a revision win', async () => {
    const stream = newStream()
    const { nextExpectedRevision } = await client.appendToStream(stream, numbered(0), options)
    const tries = Array.from({ length: 20 }, (_, n) =>
      client.appendToStream(stream, numbered(n), { expectedRevision: nextExpectedRevision, ...options }),
    )
    const results = await Promise.allSettled(tries)
    expect(results.filter(r => r.status === 'fulfilled')).toHaveLength(1)
    expect(await collect(client.readStream(stream))).toHaveLength(2)
  })

  test('takes thousands of small events at once', async () => {
    const stream = newStream()
    const answer = await client.appendToStream(stream, numberedFrom(0, 3_000), options)
    expect(answer.nextExpectedRevision).toBe(2_999n)
  })

  test('refuses more than 1 MiB and writes nothing of it', async () => {
    const stream = newStream()
    const large = numberedFrom(0, 2, { padding: 'x'.repeat(550_000) })
    const refused = client.appendToStream(stream, large, options)
    await expect(refused).rejects.toBeInstanceOf(MaxAppendSizeExceededError)
    await expect(refused).rejects.toMatchObject({ maxAppendSize: 1_048_576 })
    const half = await client.appendToStream(stream, large.slice(0, 1), options)
    expect(half.nextExpectedRevision).toBe(0n)
  })

  test('refuses an append whose requests come in parts and are too many', async () => {
    // EventStoreDB counts the data of events alone.
    const refused = client.appendToStream(newStream(), numberedFrom(0, 45_000), options)
    await expect(refused).rejects.toBeInstanceOf(MaxAppendSizeExceededError)
  })

  test('gives up at the deadline', async () => {
    const late = client.appendToStream(newStream(), numberedFrom(0, 30_000), { deadline: 1, ...options })
    await expect(late).rejects.toBeInstanceOf(DeadlineExceededError)
  })

  test('takes long names of streams and types', async () => {
    const stream = newStream(randomBytes(2_000).toString('hex'))
    const type = randomBytes(2_000).toString('hex')
    await client.appendToStream(stream, numbered(0, { type }), { expectedRevision: NO_STREAM, ...options })
    await client.appendToStream(stream, numbered(1, { type }), { expectedRevision: 0n, ...options })
    await client.setStreamMetadata(stream, { maxCount: 1 })
    const events = await collect(client.readStream(stream))
    expect(events).toMatchObject([{ streamId: stream, type, revision: 1n }])
    const refused = client.appendToStream(`${stream}x`, numbered(0), { expectedRevision: 0n, ...options })
    await expect(refused).rejects.toBeInstanceOf(WrongExpectedVersionError)
    await client.deleteStream(stream)
    await expect(collect(client.readStream(stream))).rejects.toBeInstanceOf(StreamNotFoundError)
    await client.tombstoneStream(stream)
    await expect(collect(client.readStream(stream))).rejects.toBeInstanceOf(StreamDeletedError)
  })
})
