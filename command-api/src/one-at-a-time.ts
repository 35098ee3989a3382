import { Rejected } from '@lectern/contracts/api/errors.ts'

/** Work that waits for one key; above it the caller is told to come back, which is kinder than a growing queue. */
const WAITING_MAX = 1_000

export type OneAtATime = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Runs work in order, one at a time for each key. @throws Rejected unavailable where too much waits already */
export const oneAtATime = (): OneAtATime => {
  const queues = new Map<string, { last: Promise<unknown>; length: number }>()
  return async (key, work) => {
    const queue = queues.get(key) ?? { last: Promise.resolve(), length: 0 }
    if (queue.length >= WAITING_MAX) throw new Rejected('unavailable')
    queues.set(key, queue)
    queue.length += 1
    const result = queue.last.then(work)
    queue.last = result.catch(() => {})
    try {
      return await result
    } finally {
      queue.length -= 1
      if (queue.length === 0) queues.delete(key)
    }
  }
}
