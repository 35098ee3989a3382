import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { rateLimitNetwork } from './client-address.ts'

/** Keys kept at most; beyond that the least recently used is dropped. */
const KEYS_MAX = 50_000
/** Paid acts kept at most. */
const PAID_MAX = 1_000
const MINUTE_MS = 60_000

type Window = {
  /** Points that a key may spend in a window. */
  readonly limit: number
  readonly windowMs: number
}

export type Budget = {
  /**
   * @param act names the act that is paid for; a repetition within a window costs nothing
   * @throws Rejected too-many-requests, and sets Retry-After on the reply
   */
  spend(key: string, reply: FastifyReply, points?: number, act?: string): Promise<void>
  /** Takes one point back. */
  giveBack(key: string): Promise<void>
}

/**
 * Counts points by key in fixed windows. A single spend above the limit is allowed when nothing is spent yet; the window
 * then lasts until it is paid off. Each process counts for itself, so n processes allow up to n times the limit.
 */
export const budget = ({ limit, windowMs }: Window): Budget => {
  const limiter = new RateLimiterMemory({ points: limit, duration: windowMs / 1_000 })
  const keys = new LRUCache<string, true>({
    max: KEYS_MAX,
    noDisposeOnSet: true,
    dispose: (_value, key) => void limiter.delete(key),
  })
  const paid = new LRUCache<string, true>({
    max: PAID_MAX,
    ttl: windowMs,
    perf: { now: () => Date.now() },
  })

  return {
    spend: async (key, reply, points = 1, act) => {
      if (act !== undefined && paid.has(act)) return
      keys.set(key, true)
      const customDuration = (Math.max(1, points / limit) * windowMs) / 1_000
      const { consumedPoints, msBeforeNext } = await limiter.penalty(key, points, { customDuration })
      if (consumedPoints > limit && consumedPoints !== points) {
        await limiter.reward(key, points)
        throw tooMany(reply, Math.ceil(msBeforeNext / 1_000))
      }
      if (act !== undefined) paid.set(act, true)
    },
    giveBack: async key => {
      await limiter.reward(key, 1)
    },
  }
}

/** The usual sentence says 'in a moment', which fits up to a minute. */
const tooMany = (reply: FastifyReply, seconds: number): Rejected => {
  reply.header('retry-after', String(seconds))
  if (seconds <= 60) return new Rejected('too-many-requests')
  const minutes = Math.ceil(seconds / 60)
  return new Rejected('too-many-requests', {}, `Too many requests. Please try again in ${minutes} minutes.`)
}

/** The key that a request counts for; undefined exempts it. */
type By = (request: FastifyRequest) => string | undefined

/** An onRequest or preHandler hook that answers 429 with Retry-After beyond the limit. */
export const rateLimit = ({ by, ...window }: Window & { readonly by: By }, enabled: boolean) => {
  const { spend } = budget(window)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const key = enabled ? by(request) : undefined
    if (key !== undefined) await spend(key, reply)
  }
}

/** Limits the requests of each caller a minute. */
export const callerRateLimit = (limit: number, enabled: boolean) =>
  rateLimit({ limit, windowMs: MINUTE_MS, by: request => request.caller?.userId }, enabled)

/** Limits the requests of each address in a window. */
export const addressRateLimit = (window: Window, enabled: boolean) =>
  rateLimit({ ...window, by: request => rateLimitNetwork(request.clientAddress) }, enabled)
