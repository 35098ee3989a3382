import {
  END,
  eventTypeFilter,
  excludeSystemEvents,
  type Position,
  START,
  streamNameFilter,
} from '@eventstore/db-client'
import { afterAll, describe, expect, test } from 'vitest'
import { connect, newStream, numbered, numberedFrom, numbersOf, take } from '../src/test-support/target.ts'

const client = connect()
afterAll(() => client.dispose())

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

/** Appends one event and gives its position, the place to begin after. */
async function mark(): Promise<Position> {
  const { position } = await client.appendToStream(newStream('mark'), numbered(-1))
  if (!position) throw new Error('an append answers its position')
  return position
}

describe('a subscription to a stream', () => {
  test('gives what is there, then what comes', async () => {
    const stream = newStream()
    await client.appendToStream(stream, numberedFrom(0, 4))
    const taken = take(client.subscribeToStream(stream), 8)
    await client.appendToStream(stream, numberedFrom(4, 4))
    expect(numbersOf(await taken)).toEqual(upTo(8))
  })

  test('begins after the revision it names', async () => {
    const stream = newStream()
    await client.appendToStream(stream, numberedFrom(0, 4))
    const taken = take(client.subscribeToStream(stream, { fromRevision: 1n }), 2)
    expect(numbersOf(await taken)).toEqual([2, 3])
  })

  test('waits for a stream that is not there yet', async () => {
    const stream = newStream()
    const taken = take(client.subscribeToStream(stream), 1)
    await client.appendToStream(stream, numbered(0))
    expect(numbersOf(await taken)).toEqual([0])
  })

  test('from the end gives only what comes', async () => {
    const stream = newStream()
    await client.appendToStream(stream, numberedFrom(0, 4))
    const subscription = client.subscribeToStream(stream, { fromRevision: END })
    const confirmed = new Promise(resolve => subscription.once('confirmation', resolve))
    const taken = take(subscription, 1)
    await confirmed
    await client.appendToStream(stream, numbered(4))
    expect(numbersOf(await taken)).toEqual([4])
  })
})

describe('a subscription to $all', () => {
  test('begins after the position it names', async () => {
    const stream = newStream()
    const { position } = await client.appendToStream(stream, numbered(0))
    await client.appendToStream(stream, numbered(1))
    const subscription = client.subscribeToAll({ fromPosition: position ?? START })
    expect(numbersOf(await take(subscription, 1, name => name === stream))).toEqual([1])
  })

  test('resumed within an append of many events gives the rest of it', async () => {
    const stream = newStream()
    const after = await mark()
    await client.appendToStream(stream, numberedFrom(0, 5))
    const isOurs = (name: string) => name === stream
    const [, second] = await take(client.subscribeToAll({ fromPosition: after }), 2, isOurs)
    const rest = client.subscribeToAll({ fromPosition: second?.position ?? START })
    expect(numbersOf(await take(rest, 3, isOurs))).toEqual([2, 3, 4])
  })

  test('refuses a position at which no event stands', async () => {
    const { commit, prepare } = await mark()
    await mark()
    const between = { commit: commit + 1n, prepare: prepare + 1n }
    await expect(take(client.subscribeToAll({ fromPosition: between }), 1)).rejects.toBeInstanceOf(Error)
  })

  test('gives many writers’ events once each and in order, while they write', async () => {
    const prefix = `busy${newStream()}`
    const filter = streamNameFilter({ prefixes: [prefix] })
    const after = await mark()
    const taken = take(client.subscribeToAll({ fromPosition: after, filter }), 400)
    const write = async (writer: number) => {
      for (let n = 0; n < 40; n++) await client.appendToStream(`${prefix}-${writer}`, numbered(n))
    }
    await Promise.all(upTo(10).map(write))
    const events = await taken
    for (const writer of upTo(10))
      expect(numbersOf(events.filter(e => e.streamId === `${prefix}-${writer}`))).toEqual(upTo(40))
    const positions = events.map(e => e.position?.commit ?? 0n)
    expect(positions.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(positions)
  })

  test('that is slow misses nothing when it resumes after the last event it had', async () => {
    const prefix = `slow${newStream()}`
    const filter = streamNameFilter({ prefixes: [prefix] })
    let last = await mark()
    const seen: number[] = []
    const isFull = Promise.withResolvers<void>()
    const count = 4_000
    const follow = async () => {
      while (seen.length < count) {
        try {
          for await (const { event } of client.subscribeToAll({ fromPosition: last, filter })) {
            if (!event) continue
            seen.push((event.data as { n: number }).n)
            last = event.position
            if (seen.length === 1) await isFull.promise
            if (seen.length === count) return
          }
        } catch {
          // Dropped for being slow, as a live subscriber may be: subscribe again.
        }
      }
    }
    const followed = follow()
    for (let n = 0; n < count; n += 100)
      await client.appendToStream(`${prefix}-1`, numberedFrom(n, 100, { padding: 'x'.repeat(2_000) }))
    isFull.resolve()
    await followed
    expect(seen).toEqual(upTo(count))
  })
})

describe('a filter', () => {
  test.each([
    ['prefixes of stream names', (tag: string) => streamNameFilter({ prefixes: [`${tag}-a`, `${tag}-b`] })],
    ['a pattern of stream names', (tag: string) => streamNameFilter({ regex: `^${tag}-[ab]` })],
    ['prefixes of types', (tag: string) => eventTypeFilter({ prefixes: [`${tag}-a`, `${tag}-b`] })],
    ['a pattern of types', (tag: string) => eventTypeFilter({ regex: `^${tag}-[ab]$` })],
  ])('by %s lets through what it names', async (_by, filterOf) => {
    const tag = newStream('filter')
    const after = await mark()
    const names = ['a', 'c', 'b', 'c', 'a', 'c', 'b']
    for (const [n, name] of names.entries())
      await client.appendToStream(`${tag}-${name}`, numbered(n, { type: `${tag}-${name}` }))
    const subscription = client.subscribeToAll({ fromPosition: after, filter: filterOf(tag) })
    expect(numbersOf(await take(subscription, 4))).toEqual([0, 2, 4, 6])
  })

  test('can leave out the events of the system', async () => {
    await client.appendToStream(newStream(), numbered(0))
    const subscription = client.subscribeToAll({ fromPosition: START, filter: excludeSystemEvents() })
    const [first] = await take(subscription, 1)
    expect(first?.type.startsWith('$')).toBe(false)
  })

  test('tells how far it has come, also when it lets nothing through', async () => {
    const stream = newStream()
    const after = await mark()
    const checkpoints: Position[] = []
    const arrived = Promise.withResolvers<void>()
    const filter = streamNameFilter({
      prefixes: [newStream('nothing')],
      checkpointInterval: 2,
      checkpointReached: async (_subscription, position) => {
        checkpoints.push(position)
        if (checkpoints.length === 3) arrived.resolve()
      },
    })
    const subscription = client.subscribeToAll({ fromPosition: after, filter }).on('data', () => {})
    for (let n = 0; n < 200; n += 10) await client.appendToStream(stream, numberedFrom(n, 10))
    await arrived.promise
    await subscription.unsubscribe()
    const resumed = client.subscribeToAll({ fromPosition: checkpoints[0] ?? START })
    const [next] = await take(resumed, 1, name => name === stream)
    expect(next?.data.n).toBeGreaterThan(0)
  })
})
