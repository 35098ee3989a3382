import { randomUUID } from 'node:crypto'
import { articleStream } from '@lectern/contracts/events/article.ts'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import type { EventStore, NewEvent } from '@lectern/platform/event-store/port.ts'
import { ensureStoreId, readEarlierStores } from '@lectern/platform/event-store/store-id.ts'
import { duringTests, startOwnParts, type TestParts } from '@lectern/stack/test-support/parts.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compareLog, copyLog, logOf } from './log-copy.ts'

const [from, to] = [duringTests(startOwnParts), duringTests(startOwnParts)]
let source: EventStore
let target: EventStore
const connect = ({ eventStoreUrl, eventStoreSecret }: TestParts) =>
  connectEventStore({ url: eventStoreUrl, connectionName: eventStoreSecret })
const event = (type: string, n = 0): NewEvent => ({
  ...{ id: randomUUID(), type, data: { n, text: 'Größe\u2028' } },
  metadata: { actorId: 'system', commandId: String(n) },
})
const read = async (store: EventStore, stream: string) => {
  const events = []
  for await (const { revision, id, type, data, created, metadata } of store.readStream(stream))
    events.push({ revision, id, type, data, created, metadata })
  return events
}

const [library, closed] = [`library-${randomUUID()}`, `library-${randomUUID()}`]
const forgotten = articleStream('f'.repeat(64))
beforeAll(async () => {
  source = connect(from)
  target = connect(to)
  await Promise.all([ensureStoreId(source), ensureStoreId(target)])
  for (let n = 0; n < 450; n += 3) {
    const events = [event('A', n), event('B', n + 1), event('C', n + 2)]
    await source.append(library, n === 0 ? 'no_stream' : BigInt(n - 1), events)
    if (n === 30) await source.append(closed, 'no_stream', [event('A')])
  }
  await source.append(forgotten, 'no_stream', [event('ArticleExtracted'), event('ArticleExtracted')])
  await source.append(forgotten, 1n, [event('ArticleForgotten'), event('ArticleExtracted', 7)])
  await source.truncate(forgotten, 2n)
  await source.tombstone(closed)
})
afterAll(() => Promise.all([source.close(), target.close()]))

it('a copy that breaks off goes on, and has the same streams, revisions, ids, data and times', async () => {
  let left = 300
  const broken: EventStore = {
    ...target,
    append: async (...args) => {
      left -= args[2].length
      if (left < 0) throw new Error('The machine lost its power')
      return await target.append(...args)
    },
  }
  await expect(copyLog(logOf(source), broken)).rejects.toThrow('lost its power')
  const there = (await read(target, library)).length
  expect([there > 0, there < 450]).toEqual([true, true])

  const missing = await copyLog(logOf(source), target)
  expect([...missing.ended]).toEqual([closed])
  expect(await readEarlierStores(target)).toEqual([await ensureStoreId(source)])
  const passed: string[] = []
  const compared = await compareLog(logOf(source), logOf(target), missing, ({ stream }, first, second) => {
    expect([typeof first.commit, typeof second.commit]).toEqual(['bigint', 'bigint'])
    passed.push(stream)
  })
  expect(compared).toEqual({ events: 452, chain: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(passed).toHaveLength(452)

  for (const stream of [library, forgotten]) {
    const [one, other] = [await read(source, stream), await read(target, stream)]
    expect(other).toEqual(
      one.map(each => ({
        ...each,
        metadata: { ...(each.metadata as object), recordedAt: each.created.toISOString() },
      })),
    )
  }
  expect((await read(target, forgotten))[0]?.revision).toBe(2n)
  await expect(target.append(closed, 'any', [event('A')])).rejects.toThrow('has ended')
})

it('a copy of a copy keeps the first times, and a difference is named', async () => {
  const missing = await copyLog(logOf(source), target)
  const more = event('D', 9)
  await target.append(library, 449n, [more])
  await expect(compareLog(logOf(source), logOf(target), missing)).rejects.toThrow(
    `The copy has more events: ${library} 450.`,
  )
  await source.append(library, 449n, [event('D', 9)])
  await expect(compareLog(logOf(source), logOf(target), missing)).rejects.toThrow(
    /^The copy differs at event 45\d/,
  )
  await expect(copyLog(logOf(source), target)).rejects.toThrow('has other events: the store must be empty')
  const [first] = await read(target, library)
  expect(first?.metadata).toMatchObject({ recordedAt: first?.created.toISOString() })
})
