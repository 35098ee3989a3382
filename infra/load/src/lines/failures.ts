import type { LoadResult } from '../generator/load.ts'

/** A figure is invalid if requests failed. @throws Error with the first failure */
export const refuseFailures = (result: LoadResult): LoadResult => {
  if (result.failed === 0) return result
  throw new Error(
    `${result.failed} of ${result.count} requests failed, the first with: ${result.firstFailure}`,
  )
}
