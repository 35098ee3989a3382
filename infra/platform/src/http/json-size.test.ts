import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLargerThan } from './json-size.ts'

/** Its limits are the least that a text of this depth and number of values is within. */
const expectSize = (json: string, depth: number, values: number) => {
  expect(isLargerThan(json, { depth, values })).toBe(false)
  expect(isLargerThan(json, { depth: depth - 1, values })).toBe(true)
  expect(isLargerThan(json, { depth, values: values - 1 })).toBe(true)
}

test.each([
  ['[[1], {"a": [2]}]', 3, 6],
  ['["[[[[", {"]\\"[,[": "\\\\"}, [] ]', 2, 5],
  ['["\\"[[,"]', 1, 2],
  [' [ { } , [ ] , 1 ] ', 2, 4],
])('%s is %i deep and has %i values', expectSize)

test('the depth and the values of a JSON text are those of its value', () => {
  const innerOf = (value: unknown): unknown[] =>
    typeof value === 'object' && value !== null ? Object.values(value) : []
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...innerOf(value).map(depthOf)) : 0
  const valuesOf = (value: unknown): number =>
    innerOf(value).reduce((sum: number, inner) => sum + valuesOf(inner), 1)
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.nat(2), (value, space) => {
      expectSize(JSON.stringify(value, null, space), depthOf(value), valuesOf(value))
    }),
  )
})

test('a truncated text has the depth and the values that it reached', () => {
  const limits = { depth: 32, values: 100 }
  expect(isLargerThan('['.repeat(1_000_000), limits)).toBe(true)
  expect(isLargerThan(`[${'{},'.repeat(100)}`, limits)).toBe(true)
  expect(isLargerThan('"[[[', { depth: 0, values: 1 })).toBe(false)
})
