import { type Summary, summarise } from './statistics.ts'

export type Pace = Summary & { readonly perSecond: number }

/**
 * Keeps a number of operations in flight for some seconds. Each lane starts its next operation after its last one ended.
 * @param operation takes the number of the lane and the count of its earlier operations
 */
export const keepInFlight = async (
  lanes: number,
  seconds: number,
  operation: (lane: number, n: number) => Promise<unknown>,
): Promise<Pace> => {
  const latencies: number[] = []
  const began = performance.now()
  const end = began + seconds * 1_000
  const run = async (lane: number) => {
    let asked = performance.now()
    for (let n = 0; asked < end; n++) {
      await operation(lane, n)
      const answered = performance.now()
      latencies.push(answered - asked)
      asked = answered
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)))
  const elapsed = (performance.now() - began) / 1_000
  return { ...summarise(latencies), perSecond: latencies.length / elapsed }
}
