import { Rejected } from '@lectern/contracts/api/errors.ts'
import { rateLimitNetwork } from '@lectern/platform/client-address.ts'
import type { FastifyInstance } from 'fastify'
import { isApiRoute } from './identify.ts'

/** API requests of one caller that are under way at once; a browser has six on HTTP/1.1. */
export const UNDER_WAY_MAX = 8

/**
 * Refuses with 429 what a caller, or an address where nobody is signed in, asks beyond so many requests at once. A request
 * is under way until its answer has been taken, so that nobody can have many large answers kept for them.
 */
export const limitUnderWay = (app: FastifyInstance): void => {
  const counts = new Map<string, number>()
  app.addHook('onRequest', (request, reply, done) => {
    if (!isApiRoute(request) || request.routeOptions.config.ignoresLoad === true) return done()
    const key = request.caller?.userId ?? rateLimitNetwork(request.clientAddress)
    const count = counts.get(key) ?? 0
    if (count >= UNDER_WAY_MAX) {
      reply.header('retry-after', '1')
      return done(new Rejected('too-many-requests'))
    }
    counts.set(key, count + 1)
    reply.raw.once('close', () => {
      const left = (counts.get(key) ?? 1) - 1
      if (left === 0) counts.delete(key)
      else counts.set(key, left)
    })
    done()
  })
}
