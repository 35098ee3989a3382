import { Rejected } from '@lectern/contracts/api/errors.ts'
import { rateLimitNetwork } from '@lectern/platform/http/client-address.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isApiRoute } from './identify.ts'

/** API requests of one caller that are under way at once, and as many that write; a browser has six on HTTP/1.1. */
export const UNDER_WAY_MAX = 8

/**
 * Refuses with 429 what a caller, or an address where nobody is signed in, asks beyond so many requests at once. A request
 * is under way until its answer has been taken, so that nobody can have many large answers kept for them. Of strangers it is
 * so only from its body on: many share an address, and one who sends slowly must not hold the others up.
 */
export const limitUnderWay = (app: FastifyInstance): void => {
  const counts = new Map<string, number>()
  const enter = (request: FastifyRequest, reply: FastifyReply): void => {
    if (!isApiRoute(request) || request.routeOptions.config.ignoresLoad === true) return
    const key = keyOf(request)
    const count = counts.get(key) ?? 0
    if (count >= UNDER_WAY_MAX) {
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

/** Writes apart from reads: a page asks again for what it is refused to read, and a person would have to save again. */
const keyOf = ({ method, caller, clientAddress }: FastifyRequest): string =>
  `${method === 'GET' || method === 'HEAD' ? 'read' : 'write'} ${caller?.userId ?? rateLimitNetwork(clientAddress)}`
