/** Statistics of durations in their unit; zeros for an empty set. */
export type Summary = {
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** @param sorted ascending */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const ascending = (values: readonly number[]) => values.toSorted((a, b) => a - b)

export const summarise = (values: readonly number[]): Summary => {
  const sorted = ascending(values)
  return {
    count: sorted.length,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    max: sorted.at(-1) ?? 0,
  }
}

export const median = (values: readonly number[]): number => {
  const sorted = ascending(values)
  const middle = sorted.length / 2
  if (Number.isInteger(middle)) return ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
  return sorted[Math.floor(middle)] ?? 0
}
