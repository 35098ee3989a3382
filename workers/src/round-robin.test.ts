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
    const rank = name.endsWith('bulk') ? 'bulk' : 'interactive'
    return inTurn({ libraryId: name.slice(0, 1), rank }, work)
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

test('bulk work has half of the places, and interactive work goes first', async () => {
  const { begun, give, endFirst } = workshop(2)
  for (const name of ['a1 bulk', 'b1 bulk', 'b2 bulk', 'b3', 'c1', 'd1']) void give(name)
  expect(begun).toEqual(['a1 bulk', 'b3'])
  await endFirst()
  expect(begun.slice(2)).toEqual(['c1'])
  await endFirst()
  await endFirst()
  expect(begun.slice(3)).toEqual(['d1', 'b1 bulk'])
})

test('a library has one place for work of both ranks', async () => {
  const { begun, give, endFirst } = workshop(2)
  for (const name of ['a1 bulk', 'a2', 'a3 bulk']) void give(name)
  expect(begun).toEqual(['a1 bulk'])
  await endFirst()
  await endFirst()
  expect(begun).toEqual(['a1 bulk', 'a2', 'a3 bulk'])
})

test('work that fails frees its place', async () => {
  const inTurn = roundRobin(1)
  const asker = { libraryId: 'a', rank: 'interactive' } as const
  await expect(inTurn(asker, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(inTurn(asker, async () => 'yes')).resolves.toBe('yes')
})
