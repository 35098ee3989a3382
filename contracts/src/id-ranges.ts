import { z } from 'zod'

const id = z.int().positive()

/**
 * A set of ids in events: ascending, `[first, last]` where at least two ids follow each other, else the id alone.
 * 50,000 scattered ids of 9 digits take 500 kB, 50,000 consecutive ids a few bytes.
 */
export const IdRanges = z.array(z.union([id, z.tuple([id, id])]))
export type IdRanges = z.infer<typeof IdRanges>

/** The set of these ids, in any order and with repetitions. */
export const toIdRanges = (ids: Iterable<number>): IdRanges => {
  const sorted = Float64Array.from(ids).sort()
  const ranges: IdRanges = []
  for (let start = 0; start < sorted.length; ) {
    const first = sorted[start] as number
    let last = first
    let next = start + 1
    for (; next < sorted.length && (sorted[next] as number) <= last + 1; next++) last = sorted[next] as number
    ranges.push(first === last ? first : [first, last])
    start = next
  }
  return ranges
}

/** Every id, ascending. */
export function* idsIn(ranges: IdRanges): Generator<number> {
  for (const range of ranges) {
    if (typeof range === 'number') yield range
    else for (let each = range[0]; each <= range[1]; each++) yield each
  }
}

export const countIds = (ranges: IdRanges): number =>
  ranges.reduce<number>(
    (count, range) => count + (typeof range === 'number' ? 1 : range[1] - range[0] + 1),
    0,
  )
