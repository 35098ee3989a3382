import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Window = { count: number; endsAt: number }

export type RateLimit = {
  /** Requests allowed in each window, by key. */
  readonly limit: number
  readonly windowMs: number
  /** Whom the request counts for; undefined counts for nobody. */
  readonly by: (request: FastifyRequest) => string | undefined | Promise<string | undefined>
}

/** Keys kept at most; above that the windows that ended are dropped, and then the oldest. */
const KEYS_MAX = 50_000

/**
 * A preHandler that refuses with 429 and Retry-After what exceeds a fixed window. Counts are kept by process:
 * with n gateways a caller gets up to n times the limit, which still bounds abuse.
 */
export const rateLimit = ({ limit, windowMs, by }: RateLimit, enabled: boolean) => {
  const windows = new Map<string, Window>()

  const forget = (now: number) => {
    for (const [key, window] of windows) if (window.endsAt <= now) windows.delete(key)
    for (const key of windows.keys()) {
      if (windows.size < KEYS_MAX) break
      windows.delete(key)
    }
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const key = enabled ? await by(request) : undefined
    if (key === undefined) return
    const now = Date.now()
    let window = windows.get(key)
    if (window === undefined || window.endsAt <= now) {
      if (windows.size >= KEYS_MAX) forget(now)
      window = { count: 0, endsAt: now + windowMs }
      windows.set(key, window)
    }
    window.count += 1
    if (window.count <= limit) return
    reply.header('retry-after', String(Math.ceil((window.endsAt - now) / 1_000)))
    throw new Rejected('too-many-requests')
  }
}
