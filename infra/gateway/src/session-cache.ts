import type { Caller } from '@lectern/platform/http/caller.ts'
import { findSession, SESSION_ENDED_CHANNEL } from '@lectern/platform/http/sessions.ts'
import { listen } from '@lectern/platform/postgres/listen.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { limitConcurrencyBy } from '@lectern/platform/process/limit-concurrency.ts'
import { LRUCache } from 'lru-cache'

/** A session is kept for this time; a notification drops it earlier when it ends elsewhere. */
const KEEP_MS = 10_000
const ENTRIES_MAX = 10_000
/** Lookups of one address that run at once, and that wait: unknown tokens must not take every connection. */
const LOOKUPS_OF_ADDRESS = 2
const WAITING_OF_ADDRESS = 1_000

export type SessionCache = {
  /**
   * The caller behind a token, from memory or from Postgres.
   * @throws Rejected unavailable where too many tokens from this address are being looked up
   */
  find(token: string, address: string): Promise<Caller | undefined>
  /** Drops a token at once, for a logout through this gateway. */
  forget(token: string): void
}

/**
 * Saves a query per request. An entry is dropped when Postgres notifies that its session ended; all entries are dropped
 * when notifications may have been missed.
 */
export const createSessionCache = (pool: Pool, databaseUrl: string, signal: AbortSignal): SessionCache => {
  const entries = new LRUCache<string, Caller>({ max: ENTRIES_MAX, ttl: KEEP_MS })
  /** Counts ended sessions: a lookup that began before a logout must not bring the session back. */
  let endings = 0
  const lookups = limitConcurrencyBy(LOOKUPS_OF_ADDRESS, WAITING_OF_ADDRESS)

  const followEndings = async () => {
    const notifications = listen({
      url: databaseUrl,
      name: 'gateway-sessions',
      channels: [SESSION_ENDED_CHANNEL],
      signal,
    })
    for await (const notification of notifications) {
      endings += 1
      if (notification === 'gap') entries.clear()
      else
        for (const [token, caller] of [...entries])
          if (caller.sessionId === notification.payload) entries.delete(token)
    }
  }
  void followEndings()

  return {
    find: async (token, address) => {
      const known = entries.get(token)
      if (known !== undefined) return known
      const endingsBefore = endings
      const caller = await lookups.use(address, () => findSession(pool, token))
      if (caller === undefined) {
        entries.delete(token)
        return undefined
      }
      if (endings !== endingsBefore) return caller
      entries.set(token, caller)
      return caller
    },
    forget: token => {
      endings += 1
      entries.delete(token)
    },
  }
}
