import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Crowd } from './crowd.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Begins a transaction for which so many wait, and tells whether it went on meanwhile. */
const begin = (crowd: Crowd, waiting: number) => {
  const transaction = { hasBegun: false }
  void crowd.gather(waiting).then(() => {
    transaction.hasBegun = true
  })
  return transaction
}

const turn = () => vi.advanceTimersByTimeAsync(0)

test('one who is alone waits for nobody', async () => {
  const crowd = new Crowd()
  for (let n = 0; n < 3; n++) {
    const transaction = begin(crowd, 1)
    await turn()
    expect(transaction.hasBegun).toBe(true)
  }
})

test('after a crowd the next transaction waits until half of it is there', async () => {
  const crowd = new Crowd()
  await crowd.gather(20)
  const transaction = begin(crowd, 1)
  for (let waiting = 2; waiting <= 9; waiting++) crowd.came(waiting)
  await turn()
  expect(transaction.hasBegun).toBe(false)
  crowd.came(10)
  await turn()
  expect(transaction.hasBegun).toBe(true)
})

test('it waits a millisecond at most', async () => {
  const crowd = new Crowd()
  await crowd.gather(64)
  const transaction = begin(crowd, 1)
  await turn()
  expect(transaction.hasBegun).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(transaction.hasBegun).toBe(true)
})

test('a crowd that stays away is forgotten', async () => {
  const crowd = new Crowd()
  await crowd.gather(64)
  for (let n = 0; n < 200; n++) {
    begin(crowd, 1)
    await vi.advanceTimersByTimeAsync(1)
  }
  const transaction = begin(crowd, 1)
  await turn()
  expect(transaction.hasBegun).toBe(true)
})
