import { BACKWARDS, END, START, StreamNotFoundError } from '@eventstore/db-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collect, connect, newStream, numberedFrom, numbersOf } from '../src/test-support/target.ts'

const client = connect()
afterAll(() => client.dispose())

describe('a stream', () => {
  const stream = newStream()
  beforeAll(() => client.appendToStream(stream, numberedFrom(0, 8)))

  test.each([
    ['whole', {}, [0, 1, 2, 3, 4, 5, 6, 7]],
    ['from a revision', { fromRevision: 5n }, [5, 6, 7]],
    ['in part', { fromRevision: 1n, maxCount: 2 }, [1, 2]],
    ['from beyond its end', { fromRevision: 8n }, []],
    ['backwards', { direction: BACKWARDS, fromRevision: END }, [7, 6, 5, 4, 3, 2, 1, 0]],
    ['backwards from a revision', { direction: BACKWARDS, fromRevision: 1n }, [1, 0]],
    ['its last event', { direction: BACKWARDS, fromRevision: END, maxCount: 1 }, [7]],
  ] as const)('is read %s', async (_how, options, expected) => {
    expect(numbersOf(await collect(client.readStream(stream, options)))).toEqual(expected)
  })

  test('is read whole when it is long', async () => {
    const long = newStream()
    for (let n = 0; n < 6_000; n += 2_000) await client.appendToStream(long, numberedFrom(n, 2_000))
    const numbers = numbersOf(await collect(client.readStream(long)))
    expect(numbers).toEqual(Array.from({ length: 6_000 }, (_, n) => n))
  })

  test('is read whole when its events are large', async () => {
    const large = newStream()
    for (let n = 0; n < 8; n++)
      await client.appendToStream(large, numberedFrom(n, 1, { padding: 'x'.repeat(900_000) }))
    expect(numbersOf(await collect(client.readStream(large)))).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  test('that is not there is not found', async () => {
    await expect(collect(client.readStream(newStream()))).rejects.toBeInstanceOf(StreamNotFoundError)
  })

  test('shows an append to the next read', async () => {
    const fresh = newStream()
    for (let n = 0; n < 50; n++) {
      await client.appendToStream(fresh, numberedFrom(n, 1))
      const [last] = await collect(
        client.readStream(fresh, { direction: BACKWARDS, fromRevision: END, maxCount: 1 }),
      )
      expect(last?.data.n).toBe(n)
    }
  })
})

describe('$all', () => {
  test('begins with events of the system', async () => {
    const [first] = await collect(client.readAll({ maxCount: 1 }))
    expect(first?.streamId.startsWith('$')).toBe(true)
  })

  test('has all streams in the order of their appends, at sparse growing positions', async () => {
    const [one, other] = [newStream(), newStream()]
    const { position: start } = await client.appendToStream(one, numberedFrom(0, 1))
    await client.appendToStream(other, numberedFrom(1, 2))
    await client.appendToStream(one, numberedFrom(3, 1))
    const events = await collect(client.readAll({ fromPosition: start ?? START }))
    const ours = events.filter(e => e.streamId === one || e.streamId === other)
    expect(numbersOf(ours)).toEqual([0, 1, 2, 3])
    const gaps = ours.slice(1).map((e, i) => (e.position?.commit ?? 0n) - (ours[i]?.position?.commit ?? 0n))
    expect(gaps.every(gap => gap > 1n)).toBe(true)
  })

  test('is read from an event on, that one included, and backwards from the end', async () => {
    const stream = newStream()
    const { position } = await client.appendToStream(stream, numberedFrom(0, 1))
    await client.appendToStream(stream, numberedFrom(1, 1))
    const forwards = await collect(client.readAll({ fromPosition: position ?? START, maxCount: 1 }))
    expect(forwards[0]).toMatchObject({ streamId: stream, revision: 0n, position })
    const backwards = await collect(
      client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 100 }),
    )
    expect(numbersOf(backwards.filter(e => e.streamId === stream))).toEqual([1, 0])
  })
})
