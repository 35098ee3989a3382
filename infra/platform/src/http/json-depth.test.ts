import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDeeperThan } from './json-depth.ts'

test.each([
  ['[[1], {"a": [2]}]', 3],
  ['["[[[[", {"]\\"[[": "\\\\"}, []]', 2],
  ['["\\"[["]', 1],
])('%s is %i deep', (json, depth) => {
  expect(isDeeperThan(json, depth)).toBe(false)
  expect(isDeeperThan(json, depth - 1)).toBe(true)
})

test('the depth of a JSON text is the depth of its value', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? 1 + Object.values(value).reduce((most: number, inner) => Math.max(most, depthOf(inner)), 0)
      : 0
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), value => {
      const json = JSON.stringify(value)
      expect([isDeeperThan(json, depthOf(value)), isDeeperThan(json, depthOf(value) - 1)]).toEqual([
        false,
        true,
      ])
    }),
  )
})

test('a truncated text has the depth that it reached', () => {
  expect(isDeeperThan('['.repeat(1_000_000), 32)).toBe(true)
  expect(isDeeperThan('"[[[', 0)).toBe(false)
})
