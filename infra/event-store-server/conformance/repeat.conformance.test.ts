import { ANY, NO_STREAM, STREAM_EXISTS, WrongExpectedVersionError } from '@eventstore/db-client'
import { afterAll, describe, expect, test } from 'vitest'
import { collect, connect, newStream, numbered, numberedFrom } from '../src/test-support/target.ts'

const client = connect()
afterAll(() => client.dispose())

const lengthOf = async (stream: string) => (await collect(client.readStream(stream))).length

/** A retry brings the same event ids and the same expected revision. */
describe('a repeated append', () => {
  test.each([
    ['no stream', 0],
    ['a revision', 2],
  ])(
    'that expects %s is answered as the first time, also when the stream has grown',
    async (_what, before) => {
      const stream = newStream()
      if (before > 0) await client.appendToStream(stream, numberedFrom(0, before))
      const expectedRevision = before > 0 ? BigInt(before - 1) : NO_STREAM
      const events = numberedFrom(before, 2)
      const first = await client.appendToStream(stream, events, { expectedRevision })
      expect(await client.appendToStream(stream, events, { expectedRevision })).toEqual(first)
      await client.appendToStream(stream, numberedFrom(10, 3))
      expect(await client.appendToStream(stream, events, { expectedRevision })).toEqual(first)
      expect(await lengthOf(stream)).toBe(before + 5)
    },
  )

  test.each([ANY, STREAM_EXISTS] as const)('that expects %s appends nothing', async expectedRevision => {
    const stream = newStream()
    await client.appendToStream(stream, numbered(0))
    const events = numberedFrom(1, 2)
    const first = await client.appendToStream(stream, events, { expectedRevision })
    await client.appendToStream(stream, numbered(3))
    const again = await client.appendToStream(stream, events, { expectedRevision })
    expect(again.nextExpectedRevision).toBe(first.nextExpectedRevision)
    expect(await lengthOf(stream)).toBe(4)
  })

  test('sent twice at once has one effect and one answer, which a retry may have to ask for', async () => {
    const stream = newStream()
    const event = numbered(0)
    const append = () =>
      client.appendToStream(stream, event, { expectedRevision: NO_STREAM, deadline: 3_000 })
    // EventStoreDB answers no repeat that comes before the first is indexed, but then its retry.
    const tries = [1, 2].map(() => append().catch(append))
    const [one, other] = await Promise.all(tries)
    expect(other).toEqual(one)
    expect(await lengthOf(stream)).toBe(1)
  })

  test('at the revision it led to is a new one', async () => {
    const stream = newStream()
    const event = numbered(0)
    const { nextExpectedRevision } = await client.appendToStream(stream, event, {
      expectedRevision: NO_STREAM,
    })
    const again = await client.appendToStream(stream, event, { expectedRevision: nextExpectedRevision })
    expect(again.nextExpectedRevision).toBe(1n)
    expect(await lengthOf(stream)).toBe(2)
  })

  test('in another stream is a new one', async () => {
    const event = numbered(0)
    await client.appendToStream(newStream(), event)
    const other = newStream()
    await client.appendToStream(other, event)
    expect(await lengthOf(other)).toBe(1)
  })

  test('that knows only some of its events is refused', async () => {
    const stream = newStream()
    const [known, unknown] = numberedFrom(0, 2)
    if (!known || !unknown) throw new Error('two events were made')
    await client.appendToStream(stream, known, { expectedRevision: NO_STREAM })
    for (const expectedRevision of [NO_STREAM, ANY] as const)
      await expect(
        client.appendToStream(stream, [known, unknown], { expectedRevision }),
      ).rejects.toBeInstanceOf(WrongExpectedVersionError)
    expect(await lengthOf(stream)).toBe(1)
  })
})
