import { summarise } from '../measure/statistics.ts'
import { runClosed } from './closed-load.ts'
import type { Load, LoadResult } from './load.ts'
import { runOpen } from './open-load.ts'
import { mixOf } from './requests.ts'

/** Counts errors of the server as failures and does not throw them. */
export const runLoad = async (load: Load): Promise<LoadResult> => {
  const latencies: number[][] = mixOf(load.requests).map(() => [])
  let failed = 0
  let firstFailure: string | undefined
  const tally = {
    count: (part: number, latency: number) => void latencies[part]?.push(latency),
    fail: (what: string) => {
      failed += 1
      firstFailure ??= what
    },
  }
  await ('connections' in load ? runClosed(load, tally) : runOpen(load, tally))
  const all = summarise(latencies.flat())
  const parts = latencies.map(summarise)
  return { ...all, perSecond: all.count / load.seconds, failed, firstFailure, parts }
}
