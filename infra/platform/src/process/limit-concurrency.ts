import { Rejected } from '@lectern/contracts/api/errors.ts'

export type ConcurrencyLimit = { use<T>(work: () => Promise<T>): Promise<T> }
export type ConcurrencyLimitBy = { use<T>(key: string, work: () => Promise<T>): Promise<T> }

/**
 * Limits concurrency: at most `count` pieces of work run at once, the others wait in order.
 * @param waitingMax how many may wait; one more is refused with Rejected unavailable
 */
export const limitConcurrency = (count: number, waitingMax = Number.POSITIVE_INFINITY): ConcurrencyLimit => {
  let free = count
  const waiting: (() => void)[] = []
  return {
    use: async work => {
      if (free > 0) free -= 1
      else if (waiting.length >= waitingMax) throw new Rejected('unavailable')
      else await new Promise<void>(resolve => waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next === undefined) free += 1
        else next()
      }
    },
  }
}

/** Limits concurrency for each key by itself. */
export const limitConcurrencyBy = (count: number, waitingMax?: number): ConcurrencyLimitBy => {
  const byKey = new Map<string, { readonly limit: ConcurrencyLimit; users: number }>()
  return {
    use: async (key, work) => {
      const own = byKey.get(key) ?? { limit: limitConcurrency(count, waitingMax), users: 0 }
      byKey.set(key, own)
      own.users += 1
      try {
        return await own.limit.use(work)
      } finally {
        own.users -= 1
        if (own.users === 0) byKey.delete(key)
      }
    },
  }
}
