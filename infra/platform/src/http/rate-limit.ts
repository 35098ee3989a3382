import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'

/** Keys kept at most; beyond that the least recently used is dropped. */
const KEYS_MAX = 50_000
const MINUTE_MS = 60_000

export type Window = {
  /** Points that a key may spend in a window. */
  readonly limit: number
  readonly windowMs: number
}

/** The usual sentence says 'in a moment', which fits up to a minute. Sets Retry-After. */
export const tooMany = (reply: FastifyReply, seconds: number): Rejected => {
  reply.header('retry-after', String(seconds))
  if (seconds <= 60) return new Rejected('too-many-requests')
  const minutes = Math.ceil(seconds / 60)
  return new Rejected('too-many-requests', {}, `Too many requests. Please try again in ${minutes} minutes.`)
}

/** The key that a request counts for; undefined exempts it. */
type By = (request: FastifyRequest) => string | undefined

/**
 * An onRequest or preHandler hook that answers 429 with Retry-After beyond the limit, in fixed windows. Each process counts for
 * itself, so n processes allow n times the limit: it is for plain reads, which cost the process that counts. What guards secrets,
 * accounts and writes is in shared-limits.ts.
 */
export const rateLimit = ({ by, limit, windowMs }: Window & { readonly by: By }, enabled: boolean) => {
  const limiter = new RateLimiterMemory({ points: limit, duration: windowMs / 1_000 })
  const keys = new LRUCache<string, true>({
    max: KEYS_MAX,
    noDisposeOnSet: true,
    dispose: (_value, key) => void limiter.delete(key),
  })
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const key = enabled ? by(request) : undefined
    if (key === undefined) return
    keys.set(key, true)
    await limiter.consume(key).catch((over: RateLimiterRes) => {
      throw tooMany(reply, Math.ceil(over.msBeforeNext / 1_000))
    })
  }
}

/** Limits the requests of each caller a minute. */
export const callerRateLimit = (limit: number, enabled: boolean) =>
  rateLimit({ limit, windowMs: MINUTE_MS, by: request => request.caller?.userId }, enabled)
