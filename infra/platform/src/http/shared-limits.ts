import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Pool } from '../postgres/postgres.ts'
import { rateLimitNetwork } from './client-address.ts'
import { tooMany, type Window } from './rate-limit.ts'

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

export type Budget = {
  /**
   * @param act names the act that is paid for; a repetition within a window costs nothing
   * @throws Rejected too-many-requests, and sets Retry-After on the reply
   */
  spend(key: string, reply: FastifyReply, points?: number, act?: string): Promise<void>
  /** Takes one point back. Where Postgres does not answer, the point stays spent: what it was for is done. */
  giveBack(key: string): Promise<void>
}

/** Limits that all gateways count together. Where Postgres does not answer, they refuse: the routes behind them need it, too. */
export type Limits = {
  /** @param name of the budget, the same in every gateway */
  budget(name: string, window: Window): Budget
  /** A hook that limits the requests of each caller. @param name of routes that share the limit; default: each counts by itself */
  ofCaller(limit: number, options?: { windowMs?: number; name?: string }): Hook
  /** A hook that limits the requests of each address. */
  ofAddress(window: Window & { readonly name?: string }): Hook
  /** Forgets what is over. */
  clean(): Promise<void>
}

export type LimitsParts = {
  readonly pool: Pool
  /** Keys the hashes under which the table has addresses and names. */
  readonly secret: string
  /** Whether anything is limited. */
  readonly enabled: boolean
}

const MINUTE_MS = 60_000
/** A key that was refused is refused without Postgres for this long: a flood of one address would take the connections of others. */
const REFUSED_MS = 1_000
const REFUSED_MAX = 10_000

/**
 * $1 the key, $2 points, $3 the limit, $4 the window in ms, $5 the act. A key whose points are all given back has spent nothing.
 * A repeated act costs nothing.
 */
const SPEND = `
  WITH paid AS (SELECT FROM command.limits WHERE key = $5::bytea AND until > now()),
  spent AS (
    INSERT INTO command.limits AS l (key, points, until)
    SELECT $1::bytea, $2::bigint, now() + greatest(1, $2::float8 / $3::bigint) * $4::float8 * interval '1 ms'
     WHERE NOT EXISTS (SELECT FROM paid)
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN l.until <= now() THEN 0 ELSE l.points END + excluded.points,
      until = CASE WHEN l.until <= now() OR l.points = 0 THEN excluded.until ELSE l.until END
      WHERE l.until <= now() OR l.points = 0 OR l.points + excluded.points <= $3
    RETURNING key),
  noted AS (
    INSERT INTO command.limits (key, points, until)
    SELECT $5::bytea, 0, now() + $4::float8 * interval '1 ms' FROM spent WHERE $5::bytea IS NOT NULL
    ON CONFLICT (key) DO UPDATE SET until = excluded.until)
  SELECT EXISTS (SELECT FROM paid) OR EXISTS (SELECT FROM spent) AS "isAllowed",
         (SELECT extract(epoch FROM until - now())::float8 FROM command.limits WHERE key = $1) AS seconds`

/**
 * Counts points by key in fixed windows, in a table that a crash of Postgres empties. A single spend above the limit is allowed when
 * nothing is spent yet; the window then lasts until it is paid off.
 */
export const sharedLimits = ({ pool, secret, enabled }: LimitsParts): Limits => {
  const refused = new LRUCache<string, number>({ max: REFUSED_MAX, perf: { now: () => Date.now() } })
  const hashOf = (...parts: string[]) => createHmac('sha256', secret).update(parts.join('\0')).digest()

  const budget = (name: string, { limit, windowMs }: Window): Budget => ({
    spend: async (key, reply, points = 1, act) => {
      if (!enabled) return
      const paid = act === undefined ? null : hashOf(name, 'act', act)
      const hash = hashOf(name, 'key', key)
      // Fewer points may fit where more did not, and an act that is paid for passes.
      const isPlain = points === 1 && paid === null
      const known = isPlain ? refused.get(hash.toString('base64')) : undefined
      if (known !== undefined) throw tooMany(reply, known)
      const values = [hash, points, limit, windowMs, paid]
      const statement = { name: 'spend', text: SPEND, values }
      const { rows } = await pool.query<{ isAllowed: boolean; seconds: number | null }>(statement)
      if (rows[0]?.isAllowed) return
      const left = rows[0]?.seconds ?? windowMs / 1_000
      const seconds = Math.max(1, Math.ceil(left))
      if (isPlain)
        refused.set(hash.toString('base64'), seconds, {
          ttl: Math.max(1, Math.min(REFUSED_MS, left * 1_000)),
        })
      throw tooMany(reply, seconds)
    },
    giveBack: async key => {
      if (!enabled) return
      const hash = hashOf(name, 'key', key)
      refused.delete(hash.toString('base64'))
      await pool
        .query('UPDATE command.limits SET points = points - 1 WHERE key = $1 AND points > 0', [hash])
        .catch(() => {})
    },
  })

  const hook = (by: (request: FastifyRequest) => string | undefined, window: Window, name?: string): Hook => {
    const shared = name === undefined ? undefined : budget(name, window)
    return async (request, reply) => {
      const key = enabled ? by(request) : undefined
      if (key === undefined) return
      await (shared ?? budget(`${request.method} ${request.routeOptions.url}`, window)).spend(key, reply)
    }
  }

  return {
    budget,
    ofCaller: (limit, { windowMs = MINUTE_MS, name } = {}) =>
      hook(request => request.caller?.userId, { limit, windowMs }, name),
    ofAddress: ({ name, ...window }) =>
      hook(request => rateLimitNetwork(request.clientAddress), window, name),
    clean: async () => {
      await pool.query('DELETE FROM command.limits WHERE until < now()')
    },
  }
}
