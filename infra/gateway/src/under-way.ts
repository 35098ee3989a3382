import { Rejected } from '@lectern/contracts/api/errors.ts'
import { rateLimitNetwork } from '@lectern/platform/http/client-address.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isApiRoute } from './identify.ts'

/** Reads of one caller under way at once, and as many writes. A browser has six connections on HTTP/1.1. */
export const UNDER_WAY_MAX = 8

/** Pictures count by themselves: over HTTP/2 a browser asks for all pictures of a page at once. */
const IMAGES_UNDER_WAY_MAX = 64

/** Stripe sends its webhooks from a few addresses, and many at once. They are small. */
const WEBHOOKS_UNDER_WAY_MAX = 256

const mostOf = { image: IMAGES_UNDER_WAY_MAX, webhook: WEBHOOKS_UNDER_WAY_MAX } as const

/**
 * Answers 429 when a caller, or an address without a session, has too many requests under way. A request is under way until
 * its answer has been read, which bounds the answers in memory. Requests without a session count once their body has come:
 * many people share an address, and one who sends slowly must not block the others.
 */
export const limitUnderWay = (app: FastifyInstance): void => {
  const counts = new Map<string, number>()
  const enter = (request: FastifyRequest, reply: FastifyReply): void => {
    if (!isApiRoute(request) || request.routeOptions.config.ignoresLoad === true) return
    const kind = kindOf(request)
    const { caller } = request
    // A program leaves the person's own browser its places.
    const asker = caller?.token ? caller.sessionId : caller?.userId
    const key = `${kind} ${asker ?? rateLimitNetwork(request.clientAddress)}`
    const count = counts.get(key) ?? 0
    if (count >= (kind === 'image' || kind === 'webhook' ? mostOf[kind] : UNDER_WAY_MAX)) {
      reply.header('retry-after', '1')
      throw new Rejected('too-many-requests')
    }
    counts.set(key, count + 1)
    reply.raw.once('close', () => {
      const left = (counts.get(key) ?? 1) - 1
      if (left === 0) counts.delete(key)
      else counts.set(key, left)
    })
  }
  app.addHook('onRequest', async (request, reply) => {
    if (request.caller) enter(request, reply)
  })
  app.addHook('preHandler', async (request, reply) => {
    if (!request.caller) enter(request, reply)
  })
}

/** Writes count apart from reads: a page retries a refused read, but a person would have to repeat a refused write. */
const kindOf = ({ method, url, caller }: FastifyRequest): 'image' | 'webhook' | 'read' | 'write' => {
  if (method === 'POST' && url === '/api/stripe/webhook') return 'webhook'
  if (method !== 'GET' && method !== 'HEAD') return 'write'
  return caller && url.startsWith('/api/images/') ? 'image' : 'read'
}
