import { expect, test, vi } from 'vitest'
import type { Act } from '../acts/kinds.ts'
import { createQueue } from './queue.ts'

const act = (seq: number): Act =>
  ({
    ...{ seq, key: `key-${seq}`, userId: 'mara', at: '2026-01-02T03:04:05.678Z', state: 'waiting' },
    ...{ name: 'favorite', params: { linkId: seq, isFavorite: true } },
  }) as Act

test('what a person does is told at once, and the answers of one frame together', async () => {
  const queue = createQueue()
  const hear = vi.fn()
  queue.subscribe(hear)
  queue.insert([act(1), act(2), act(3)], 0)
  expect(hear).toHaveBeenCalledTimes(1)
  for (const seq of [1, 2, 3]) queue.markSent({ ...act(seq), state: 'sent' })
  queue.forget(queue.pending().slice(0, 1))
  expect(queue.pending().map(({ act: { seq, state } }) => [seq, state])).toEqual([
    [2, 'sent'],
    [3, 'sent'],
  ])
  expect(hear).toHaveBeenCalledTimes(1)
  await vi.waitFor(() => expect(hear).toHaveBeenCalledTimes(2))
})
