import {
  BACKWARDS,
  binaryEvent,
  END,
  NO_STREAM,
  type Position,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { afterAll, describe, expect, test } from 'vitest'
import {
  collect,
  connect,
  newStream,
  numbered,
  numberedFrom,
  numbersOf,
  take,
} from '../src/test-support/target.ts'

const client = connect()
afterAll(() => client.dispose())

describe('metadata', () => {
  test('is read as it was written, and its latest version counts', async () => {
    const stream = newStream()
    await client.setStreamMetadata(stream, { maxCount: 12, maxAge: 2, turkey: '🦃' })
    await client.setStreamMetadata(stream, { maxCount: 11, turkey: '🍗' })
    const { metadata } = await client.getStreamMetadata(stream)
    expect(metadata).toEqual({ maxCount: 11, turkey: '🍗' })
  })

  test('is empty for a stream without metadata', async () => {
    const stream = newStream()
    await client.appendToStream(stream, numbered(0))
    expect(await client.getStreamMetadata(stream)).toEqual({ streamName: stream })
  })

  test('$maxCount keeps the latest events', async () => {
    const stream = newStream()
    await client.setStreamMetadata(stream, { maxCount: 2 })
    await client.appendToStream(stream, numberedFrom(0, 20))
    expect(numbersOf(await collect(client.readStream(stream)))).toEqual([18, 19])
  })

  test('$maxAge keeps the young ones', async () => {
    const stream = newStream()
    await client.appendToStream(stream, numbered(0))
    await client.setStreamMetadata(stream, { maxAge: 1 })
    const visible = () =>
      collect(client.readStream(stream)).catch(error => {
        if (error instanceof StreamNotFoundError) return []
        throw error
      })
    await expect.poll(visible).toEqual([])
  })

  test('$tb leaves the revisions, after which the stream goes on', async () => {
    const stream = newStream()
    await client.appendToStream(stream, numberedFrom(0, 5))
    await client.setStreamMetadata(stream, { truncateBefore: 4 })
    await client.appendToStream(stream, numbered(5), { expectedRevision: 4n })
    const found = await collect(client.readStream(stream))
    expect(found.map(({ revision }) => revision)).toEqual([4n, 5n])
    const stale = client.appendToStream(stream, numbered(6), { expectedRevision: NO_STREAM })
    await expect(stale).rejects.toBeInstanceOf(WrongExpectedVersionError)
  })

  test('$tb hides what is before it', async () => {
    const stream = newStream()
    await client.appendToStream(stream, numberedFrom(0, 5))
    await client.setStreamMetadata(stream, { truncateBefore: 3 })
    expect(numbersOf(await collect(client.readStream(stream)))).toEqual([3, 4])
  })
})

describe('a deleted stream', () => {
  test('is not found, and goes on counting when it is appended to again', async () => {
    const stream = newStream()
    await client.appendToStream(stream, numberedFrom(0, 4))
    await client.deleteStream(stream, { expectedRevision: 3n })
    await expect(collect(client.readStream(stream))).rejects.toBeInstanceOf(StreamNotFoundError)
    const again = await client.appendToStream(stream, numberedFrom(4, 2), { expectedRevision: NO_STREAM })
    expect(again.nextExpectedRevision).toBe(5n)
    expect(numbersOf(await collect(client.readStream(stream)))).toEqual([4, 5])
  })

  test('comes back empty when it gets metadata, which keeps what it says', async () => {
    const stream = newStream()
    await client.appendToStream(stream, numberedFrom(0, 2))
    await client.deleteStream(stream)
    const written = await client.setStreamMetadata(
      stream,
      { maxCount: 100, turkey: '🦃' },
      { expectedRevision: 0n },
    )
    expect(written.nextExpectedRevision).toBe(1n)
    const latest = async () => (await collect(client.readStream(`$$${stream}`)))[0]
    await expect.poll(latest).toMatchObject({ revision: 2n, data: { $maxCount: 100, turkey: '🦃', $tb: 2 } })
    expect(await collect(client.readStream(stream))).toEqual([])
    await client.appendToStream(stream, numbered(2), { expectedRevision: 1n })
    expect(numbersOf(await collect(client.readStream(stream)))).toEqual([2])
  })

  test('shows its events again when its metadata becomes something that is no JSON object', async () => {
    const stream = newStream()
    await client.appendToStream(stream, numberedFrom(0, 2))
    await client.deleteStream(stream)
    await client.appendToStream(
      `$$${stream}`,
      binaryEvent({ type: '$metadata', data: Buffer.from('nonsense') }),
    )
    expect(numbersOf(await collect(client.readStream(stream)))).toEqual([0, 1])
  })

  test('must be at the revision expected', async () => {
    const stream = newStream()
    await client.appendToStream(stream, numberedFrom(0, 4))
    const refused = client.deleteStream(stream, { expectedRevision: 2n })
    await expect(refused).rejects.toBeInstanceOf(WrongExpectedVersionError)
    await expect(refused).rejects.toMatchObject({ streamName: stream, expectedVersion: 2n })
  })
})

describe('a tombstoned stream', () => {
  test('can be neither read nor appended to', async () => {
    const stream = newStream()
    await client.appendToStream(stream, numberedFrom(0, 4))
    await client.tombstoneStream(stream)
    const deleted = { streamName: stream }
    const read = collect(client.readStream(stream))
    await expect(read).rejects.toBeInstanceOf(StreamDeletedError)
    await expect(read).rejects.toMatchObject(deleted)
    const append = client.appendToStream(stream, numbered(4))
    await expect(append).rejects.toBeInstanceOf(StreamDeletedError)
    await expect(append).rejects.toMatchObject(deleted)
  })

  test('must be at the revision expected', async () => {
    const stream = newStream()
    await client.appendToStream(stream, numberedFrom(0, 4))
    const refused = client.tombstoneStream(stream, { expectedRevision: NO_STREAM })
    await expect(refused).rejects.toBeInstanceOf(WrongExpectedVersionError)
  })

  test('need not have existed, if any revision is expected', async () => {
    const stream = newStream()
    await client.tombstoneStream(stream, { expectedRevision: 'any' })
    await expect(client.appendToStream(stream, numbered(0))).rejects.toBeInstanceOf(StreamDeletedError)
    const again = client.tombstoneStream(stream, { expectedRevision: 'any' })
    await expect(again).rejects.toBeInstanceOf(StreamDeletedError)
  })

  test('leaves subscriptions that were at one of its events', async () => {
    const [stream, other] = [newStream(), newStream()]
    const { position } = await client.appendToStream(stream, numberedFrom(0, 3))
    await client.tombstoneStream(stream)
    await client.appendToStream(other, numbered(3))
    const subscription = client.subscribeToAll({ fromPosition: position as Position })
    const found = await take(subscription, 2, name => name === stream || name === other)
    expect(found.map(({ type }) => type)).toEqual(['$streamDeleted', 'Numbered'])
    await subscription.unsubscribe()
  })

  test('leaves an event at the greatest revision in $all', async () => {
    const stream = newStream()
    await client.appendToStream(stream, numbered(0))
    const { position } = await client.tombstoneStream(stream)
    const all = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1_000 })
    const tombstone = (await collect(all)).find(event => event.streamId === stream)
    expect(tombstone).toMatchObject({
      type: '$streamDeleted',
      revision: 2n ** 63n - 1n,
      isJson: false,
      position,
    })
  })
})
