import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { requireVersion } from '../process/versions.ts'
import { connectEventStore } from './client.ts'
import {
  AppendTooLarge,
  type NewEvent,
  type Position,
  type RecordedEvent,
  WrongExpectedRevision,
} from './port.ts'
import { ensureStoreId } from './store-id.ts'

const store = connectEventStore({ url: process.env.EVENT_STORE_URL ?? '' })
afterAll(() => store.close())

const newStream = (prefix = 'port') => `${prefix}-${randomUUID()}`
const numbered = (n: number, padding = ''): NewEvent => ({
  id: randomUUID(),
  type: 'Numbered',
  data: { n, padding },
  metadata: { from: 'test' },
})
const numberedFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => numbered(first + i))
const numberOf = (event: RecordedEvent) => (event.data as { n: number }).n
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

async function numbers(...args: Parameters<typeof store.readStream>): Promise<number[]> {
  const found: number[] = []
  for await (const event of store.readStream(...args)) found.push(numberOf(event))
  return found
}

/** Follows until it has `count` events. */
async function followed(
  prefixes: string[],
  after: Position | undefined,
  count: number,
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = []
  for await (const batch of store.follow({ after, prefixes, signal: new AbortController().signal })) {
    expect(batch.length).toBeGreaterThan(0)
    events.push(...batch)
    if (events.length >= count) break
  }
  return events
}

test('the server tells a version that Lectern works with', async () => {
  const version = await store.version()
  expect(version).toMatch(/^\d+\.\d+/)
  expect(() => requireVersion('EventStoreDB or KurrentDB', version)).not.toThrow()
})

describe('append', () => {
  test('answers the position of the last event, and stores all fields', async () => {
    const stream = newStream()
    const [first, second] = numberedFrom(0, 2) as [NewEvent, NewEvent]
    const { revision, position } = await store.append(stream, 'no_stream', [first, second])
    const events: RecordedEvent[] = []
    for await (const event of store.readStream(stream)) events.push(event)
    expect(events[1]).toMatchObject({ ...second, stream, revision, position })
    expect(events[1]?.created).toBeInstanceOf(Date)
  })

  test('accepts a repetition of its own append, refuses that of another writer', async () => {
    const stream = newStream()
    const event = numbered(0)
    const appended = await store.append(stream, 'no_stream', [event])
    expect(await store.append(stream, 'no_stream', [event])).toEqual(appended)
    await expect(store.append(stream, 'no_stream', [numbered(1)])).rejects.toBeInstanceOf(
      WrongExpectedRevision,
    )
  })

  test('refuses an event over the size limit', async () => {
    const large = numbered(0, 'x'.repeat(1_100_000))
    await expect(store.append(newStream(), 'any', [large])).rejects.toBeInstanceOf(AppendTooLarge)
  })
})

describe('readStream', () => {
  test('reads both ways, from any revision, up to maxCount', async () => {
    const stream = newStream()
    await store.append(stream, 'no_stream', numberedFrom(0, 5))
    expect(await numbers(stream)).toEqual([0, 1, 2, 3, 4])
    expect(await numbers(stream, { from: 3n })).toEqual([3, 4])
    expect(await numbers(stream, { from: 5n })).toEqual([])
    expect(await numbers(stream, { from: 1n, maxCount: 2 })).toEqual([1, 2])
    expect(await numbers(stream, { direction: 'backwards', maxCount: 2 })).toEqual([4, 3])
    expect(await numbers(stream, { direction: 'backwards', from: 1n })).toEqual([1, 0])
  })

  test('yields nothing for a missing stream', async () => {
    expect(await numbers(newStream())).toEqual([])
  })

  test('can be left early', async () => {
    const stream = newStream()
    await store.append(stream, 'no_stream', numberedFrom(0, 2_000))
    for await (const event of store.readStream(stream)) {
      expect(numberOf(event)).toBe(0)
      break
    }
    expect(await numbers(stream, { from: 1_999n })).toEqual([1_999])
  })
})

describe('follow', () => {
  test('gives stored events, then live ones, each once and in order', async () => {
    const prefix = newStream('follow')
    const after = await store.end()
    await store.append(`${prefix}-a`, 'no_stream', numberedFrom(0, 500))
    const events = followed([prefix], after, 1_000)
    for (let n = 500; n < 1_000; n += 50) await store.append(`${prefix}-b`, 'any', numberedFrom(n, 50))
    expect((await events).map(numberOf)).toEqual(upTo(1_000))
  })

  test('resumes after the last position handled', async () => {
    const prefix = newStream('follow')
    const after = await store.end()
    await store.append(`${prefix}-a`, 'no_stream', numberedFrom(0, 10))
    const half = (await followed([prefix], after, 10))[4]
    expect((await followed([prefix], half?.position, 5)).map(numberOf)).toEqual([5, 6, 7, 8, 9])
  })

  test('omits system streams when no prefixes are given', async () => {
    await store.append(newStream(), 'no_stream', [numbered(0)])
    const [first] = await followed([], undefined, 1)
    expect(first?.stream.startsWith('$')).toBe(false)
  })

  test('misses nothing when the consumer is slower than the writer', async () => {
    const prefix = newStream('slow')
    const after = await store.end()
    const written = Promise.withResolvers<void>()
    const seen: number[] = []
    const consume = async () => {
      for await (const batch of store.follow({
        after,
        prefixes: [prefix],
        signal: new AbortController().signal,
      })) {
        seen.push(...batch.map(numberOf))
        await written.promise
        if (seen.length >= 6_000) return
      }
    }
    const consumed = consume()
    for (let n = 0; n < 6_000; n += 200)
      await store.append(
        `${prefix}-a`,
        'any',
        upTo(200).map(i => numbered(n + i, 'x'.repeat(2_000))),
      )
    written.resolve()
    await consumed
    expect(seen).toEqual(upTo(6_000))
  })

  test('ends when its signal aborts, also while it waits', async () => {
    const stop = new AbortController()
    const batches = store.follow({
      after: await store.end(),
      prefixes: [newStream('none')],
      signal: stop.signal,
    })
    const next = batches[Symbol.asyncIterator]().next()
    stop.abort()
    expect(await next).toEqual({ done: true, value: undefined })
  })
})

test('end is the position of the last event', async () => {
  const stream = newStream()
  const { position } = await store.append(stream, 'no_stream', [numbered(0)])
  const end = await store.end()
  expect(end?.commit).toBeGreaterThanOrEqual(position.commit)
})

test('concurrent callers get one store id', async () => {
  const ids = await Promise.all([ensureStoreId(store), ensureStoreId(store), ensureStoreId(store)])
  expect(new Set(ids).size).toBe(1)
})
