import { limitConcurrency, limitConcurrencyBy } from '@lectern/platform/process/limit-concurrency.ts'

/** Who waits for a hash: an account, or somebody without one in a network. */
export type Asker = { readonly userId: string } | { readonly network: string }

/** Strangers who wait. That takes them some seconds; one more is told to come back. */
const STRANGERS_MAX = 200

/**
 * Two hashes at once: each takes a core for tens of milliseconds. Strangers together have one of the two places. Each account and
 * each network of strangers has one hash at a time, so none waits behind all requests of another.
 */
export const hashQueue = () => {
  const places = limitConcurrency(2)
  const strangers = limitConcurrency(1, STRANGERS_MAX)
  const own = limitConcurrencyBy(1)
  return <T>(asker: Asker, work: () => Promise<T>): Promise<T> =>
    'userId' in asker
      ? own.use(`user ${asker.userId}`, () => places.use(work))
      : own.use(`network ${asker.network}`, () => strangers.use(() => places.use(work)))
}
