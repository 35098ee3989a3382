import { expect, test } from 'vitest'
import { roundRobin } from './round-robin.ts'

/** Work that ends on endFirst(), and the names of all work that began. */
function workshop(places: number) {
  const inTurn = roundRobin(places)
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const give = (name: string) => {
    const end = Promise.withResolvers<void>()
    ends.set(name, end)
    const work = () => {
      begun.push(name)
      return end.promise
    }
    return inTurn(name.slice(0, 1), work)
  }
  /** Ends the first work that began and has not ended. */
  const endFirst = async () => {
    const name = begun.find(one => ends.has(one)) ?? ''
    ends.get(name)?.resolve()
    ends.delete(name)
    await new Promise(setImmediate)
  }
  return { begun, give, endFirst }
}

test('keys take turns, also when one gave much work first', async () => {
  const { begun, give, endFirst } = workshop(1)
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) void give(name)
  for (let n = 0; n < 5; n += 1) await endFirst()
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('one key has one place, so the second place is free for another key', async () => {
  const { begun, give, endFirst } = workshop(2)
  for (const name of ['a1', 'a2', 'a3']) void give(name)
  expect(begun).toEqual(['a1'])
  void give('b1')
  expect(begun).toEqual(['a1', 'b1'])
  await endFirst()
  expect(begun).toEqual(['a1', 'b1', 'a2'])
})

test('work that fails frees its place', async () => {
  const inTurn = roundRobin(1)
  await expect(inTurn('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(inTurn('a', async () => 'yes')).resolves.toBe('yes')
})
