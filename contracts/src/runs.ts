import { z } from 'zod'

/**
 * A sequence of values in events: `[value, count]` where at least two equal values follow each other, else the value
 * alone.
 */
export type Runs<T> = (T | [T, number])[]

type Scalar = string | number | boolean | null

export const runsOf = <T extends Scalar>(value: z.ZodType<T>) =>
  z.array(z.union([value, z.tuple([value, z.int().min(2)])]))

export const toRuns = <T extends Scalar>(values: readonly T[]): Runs<T> => {
  const runs: Runs<T> = []
  for (let start = 0; start < values.length; ) {
    const value = values[start] as T
    let end = start + 1
    while (end < values.length && values[end] === value) end++
    runs.push(end - start === 1 ? value : [value, end - start])
    start = end
  }
  return runs
}

/** Every value, in order. */
export function* valuesIn<T extends Scalar>(runs: Runs<T>): Generator<T> {
  for (const run of runs) {
    if (!Array.isArray(run)) yield run
    else for (let left = run[1]; left > 0; left--) yield run[0]
  }
}
