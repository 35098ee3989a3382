import { expect, test } from 'vitest'
import { pass, withFakeTime } from '../../test-support/fake-time.ts'
import type { Id } from '../id.ts'
import { NotSaved } from './save-article.ts'
import { createSaveQueue } from './save-queue.ts'

withFakeTime()

const unread = () => new NotSaved('Failed to cache article', 'This article could not be read.', false)
const full = () => new NotSaved('Failed to save article', 'There is no room left.', true)

/** A queue whose saves end when the test says so. */
const start = () => {
  const begun = new Map<Id, { done: () => void; fail: (error: unknown) => void; signal: AbortSignal }>()
  const queue = createSaveQueue({
    save: (id, signal) =>
      new Promise<void>((done, fail) => {
        begun.set(id, { done, fail, signal })
        signal.addEventListener('abort', () => fail(signal.reason))
      }),
    onChange: () => undefined,
  })
  return { queue, begun, ids: () => [...begun.keys()] }
}

test('articles are saved in their order, two at once', async () => {
  const { queue, begun, ids } = start()
  const run = queue.add([1, 2, 3])
  await pass(10_000)
  expect(ids()).toEqual([1, 2])
  begun.get(2)?.done()
  await pass(10_000)
  expect(ids()).toEqual([1, 2, 3])
  expect([...queue.saving()]).toEqual([1, 3])
  begun.get(1)?.done()
  begun.get(3)?.done()
  await pass(10_000)
  expect(await run).toMatchObject({ total: 3, saved: 3, failures: [], stopped: null, isOver: true })
  expect(queue.saving().size).toBe(0)
})

test('no more than 80 articles begin in a minute', async () => {
  const { queue, begun, ids } = start()
  void queue.add(Array.from({ length: 200 }, (_, n) => n + 1))
  for (let step = 0; step < 240; step++) {
    for (const { done } of begun.values()) done()
    await pass(250)
  }
  expect(ids().length).toBeGreaterThan(60)
  expect(ids().length).toBeLessThanOrEqual(81)
})

test('an article that cannot be read is told, and the others are saved', async () => {
  const { queue, begun } = start()
  const run = queue.add([1, 2])
  await pass(1_000)
  begun.get(1)?.fail(unread())
  begun.get(2)?.done()
  await pass(1_000)
  expect(await run).toMatchObject({ total: 2, saved: 1, stopped: null })
  expect((await run).failures).toMatchObject([
    { id: 1, error: { message: 'This article could not be read.' } },
  ])
})

test('a full storage ends the run, and says what was saved', async () => {
  const { queue, begun, ids } = start()
  const run = queue.add([1, 2, 3, 4])
  await pass(1_000)
  begun.get(1)?.done()
  await pass(1_000)
  begun.get(2)?.fail(full())
  await pass(10_000)
  expect(begun.get(3)?.signal.aborted).toBe(true)
  expect(ids()).not.toContain(4)
  expect(await run).toMatchObject({ total: 4, saved: 1, stopped: { title: 'Failed to save article' } })
})

test('a cancelled run ends at once, and a later one begins anew', async () => {
  const { queue, begun } = start()
  const run = queue.add([1, 2, 3])
  await pass(1_000)
  queue.cancel()
  const next = queue.add([4])
  await pass(1_000)
  expect(await run).toMatchObject({ stopped: 'cancelled' })
  begun.get(4)?.done()
  await pass(1_000)
  expect(await next).toMatchObject({ total: 1, saved: 1, stopped: null, isOver: true })
})

test('articles that are asked for meanwhile join the run, each once', async () => {
  const { queue, begun, ids } = start()
  const first = queue.add([1])
  await pass(1_000)
  const second = queue.add([1, 2])
  await pass(1_000)
  begun.get(1)?.done()
  begun.get(2)?.done()
  await pass(1_000)
  expect(ids()).toEqual([1, 2])
  expect(await first).toEqual(await second)
  expect(await second).toMatchObject({ total: 2, saved: 2 })
})
