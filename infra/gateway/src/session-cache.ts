import { type FoundToken, findAccessToken } from '@lectern/platform/http/access-tokens.ts'
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
  /**
   * The caller behind a token for the API, likewise.
   * @throws Rejected unavailable, as find does
   */
  findByToken(token: string, address: string): Promise<Caller | undefined>
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

  const findAs = async (
    key: string,
    address: string,
    look: () => Promise<FoundToken | undefined>,
  ): Promise<Caller | undefined> => {
    const known = entries.get(key)
    if (known !== undefined) return known
    const endingsBefore = endings
    const found = await lookups.use(address, look)
    if (found === undefined) {
      entries.delete(key)
      return undefined
    }
    const { caller, endsInMs = KEEP_MS } = found
    if (endings === endingsBefore) entries.set(key, caller, { ttl: Math.max(1, Math.min(KEEP_MS, endsInMs)) })
    return caller
  }

  return {
    find: (token, address) =>
      findAs(token, address, async () => {
        const caller = await findSession(pool, token)
        return caller && { caller, endsInMs: undefined }
      }),
    // No cookie has a space.
    findByToken: (token, address) => findAs(`bearer ${token}`, address, () => findAccessToken(pool, token)),
    forget: token => {
      endings += 1
      entries.delete(token)
    },
  }
}
