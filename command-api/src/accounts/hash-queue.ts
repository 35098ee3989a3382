import { limitConcurrency, limitConcurrencyBy } from '@lectern/platform/process/limit-concurrency.ts'

/**
 * Who waits for a hash: an account, or somebody without one in a network. Whoever asks for an account is its owner where they have a
 * session of it, or are in the network of one.
 */
export type Asker = { readonly userId: string; readonly isOwner: boolean } | { readonly network: string }

/** Strangers who wait, and askers of one account. That takes them some seconds; one more is told to come back. */
const WAITING_MAX = 200

/**
 * Two hashes at once: each takes a core for tens of milliseconds. Strangers together have one of the two places. Each account and
 * each network of strangers has one hash at a time, so none waits behind all requests of another. An owner has one more, so that
 * a crowd that tries passwords of the account does not lock its owner out.
 */
export const hashQueue = () => {
  const places = limitConcurrency(2)
  const strangers = limitConcurrency(1, WAITING_MAX)
  const own = limitConcurrencyBy(1, WAITING_MAX)
  return <T>(asker: Asker, work: () => Promise<T>): Promise<T> =>
    'userId' in asker
      ? own.use(`${asker.isOwner ? 'owner' : 'user'} ${asker.userId}`, () => places.use(work))
      : own.use(`network ${asker.network}`, () => strangers.use(() => places.use(work)))
}
