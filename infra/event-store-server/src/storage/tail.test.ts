import { expect, test } from 'vitest'
import type { Entry } from './event.ts'
import { Tail } from './tail.ts'

const entry = (position: number, stream = 's', bytes = 10): Entry => ({
  stream,
  type: 'T',
  revision: position,
  position,
  created: 0,
  message: Buffer.alloc(bytes),
})
const positions = (entries: readonly Entry[] | undefined) => entries?.map(e => e.position)

test('gives the events after a position, or undefined where some are no longer in memory', () => {
  const tail = new Tail(100)
  expect(tail.end).toBe(100)
  expect(tail.after(100)).toEqual([])
  expect(tail.after(99)).toBeUndefined()
  tail.publish([entry(150), entry(170)])
  tail.publish([entry(190)])
  expect(tail.end).toBe(190)
  expect(positions(tail.after(100))).toEqual([150, 170, 190])
  expect(positions(tail.after(160))).toEqual([170, 190])
  expect(positions(tail.after(190))).toEqual([])
})

test('forgets the oldest when it holds too much', () => {
  const tail = new Tail(0)
  const megabyte = 1024 * 1024
  for (let position = 1; position <= 40; position++) tail.publish([entry(position, 's', megabyte)])
  const kept = Array.from({ length: 40 }, (_, n) => n).find(n => tail.after(n) !== undefined) ?? 40
  expect(kept).toBeGreaterThanOrEqual(24)
  expect(positions(tail.after(kept))).toEqual(Array.from({ length: 40 - kept }, (_, n) => kept + 1 + n))
})

test('hands new events to each listener until it stops listening', () => {
  const tail = new Tail(0)
  const heard: number[] = []
  const stop = tail.listen(entries => heard.push(...entries.map(e => e.position)))
  tail.publish([entry(1), entry(2)])
  stop()
  tail.publish([entry(3)])
  expect(heard).toEqual([1, 2])
})
