import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { runsOf, toRuns, valuesIn } from './runs.ts'

const values = fc.array(fc.option(fc.integer({ min: 0, max: 2 })), { maxLength: 50 })
const schema = runsOf(z.int().nullable())

test.each([
  [[], []],
  [[7], [7]],
  [[null, null], [[null, 2]]],
  [
    [1, 1, 1, 0, 1, 0, 0],
    [[1, 3], 0, 1, [0, 2]],
  ],
])('%j is %j', (given, runs) => {
  expect(toRuns<number | null>(given)).toEqual(runs)
})

describe('any sequence of values', () => {
  it('is decoded in order', () => {
    fc.assert(
      fc.property(values, given => {
        expect([...valuesIn(toRuns(given))]).toEqual(given)
      }),
    )
  })

  it('has one form, which its schema accepts: neighbours differ, and counts are at least 2', () => {
    fc.assert(
      fc.property(values, given => {
        const runs = schema.parse(toRuns(given)).map(run => (Array.isArray(run) ? run : [run, 1]))
        for (const [index, [value]] of runs.entries()) expect(value).not.toBe(runs[index + 1]?.[0])
      }),
    )
  })
})

test.each([[[[1, 1]]], [[[1, 0]]], [[[1]]], [['one']]])('%j is no sequence of numbers', given => {
  expect(schema.safeParse(given).success).toBe(false)
})
