import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { countIds, IdRanges, idsIn, toIdRanges } from './id-ranges.ts'

const ids = fc.oneof(
  fc.array(fc.integer({ min: 1, max: 60 })),
  fc.array(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
)

test.each([
  [[], []],
  [[7], [7]],
  [[3, 1, 2, 2], [[1, 3]]],
  [
    [9, 1, 5, 6, 3],
    [1, 3, [5, 6], 9],
  ],
])('%j is %j', (given, ranges) => {
  expect(toIdRanges(given)).toEqual(ranges)
})

describe('any set of ids', () => {
  it('is decoded in ascending order, each id once', () => {
    fc.assert(
      fc.property(ids, given => {
        const ranges = toIdRanges(given)
        const expected = [...new Set(given)].toSorted((a, b) => a - b)
        expect([...idsIn(ranges)]).toEqual(expected)
        expect(countIds(ranges)).toBe(expected.length)
      }),
    )
  })

  it('has one form, which its schema accepts: ascending, with a gap between ranges', () => {
    fc.assert(
      fc.property(ids, given => {
        const ranges = IdRanges.parse(toIdRanges(given))
        let last = -1
        for (const range of ranges) {
          const [from, to] = typeof range === 'number' ? [range, range] : range
          expect(from).toBeGreaterThan(last + 1)
          if (typeof range !== 'number') expect(to).toBeGreaterThan(from)
          last = to
        }
      }),
    )
  })
})

test.each([
  ['every second id', (n: number) => 999_000_000 - 2 * n],
  ['two of three ids', (n: number) => 999_000_000 - n - (n >> 1)],
])('50,000 ids fit into one append, even where they are %s of nine digits', (_, idOf) => {
  const ranges = toIdRanges(Array.from({ length: 50_000 }, (_, n) => idOf(n)))
  expect(countIds(ranges)).toBe(50_000)
  expect(JSON.stringify(ranges).length).toBeLessThan(700_000)
})
