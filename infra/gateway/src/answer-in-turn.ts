import { permits, permitsBy } from '@lectern/platform/permits.ts'
import type { FastifyInstance, FastifyRequest, preHandlerHookHandler } from 'fastify'

/** Requests of the API that are worked on at once: enough to keep the processors, Postgres and the event store busy. */
export const AT_ONCE = 20
/** Those of one caller, and of all who are not signed in together: nobody has to wait behind all that another one asks. */
export const OF_CALLER = AT_ONCE / 2
/** Those of one caller that wait; one more is refused, which is kinder than a growing queue. */
export const WAITING_MAX = 256
/** How long, in ms, a request keeps others from beginning: one that takes longer waits for something else than they do. */
export const HELD_MS = 50
/** Bytes of a body. A larger one is dealt with at once, since it takes memory for as long as it waits. */
const BODY_MAX = 16_384

/**
 * Lets requests of the API begin in the order they came in, a few at a time. Were all begun at once, those that take one
 * step would be answered first and ask again, and those that take several, saves and searches, would find ever new ones
 * before them at each step. What a route's own preHandlers wait for, as for the caller's own last write, is waited for
 * before. Refuses as unavailable where too many of one caller wait.
 */
export const answerInTurn = (app: FastifyInstance): void => {
  const turns = permits(AT_ONCE)
  const turnsOf = permitsBy(OF_CALLER, WAITING_MAX)
  const endings = new WeakMap<FastifyRequest, () => void>()

  const takeTurn: preHandlerHookHandler = (request, reply, done) => {
    if (hasLargeBody(request)) return done()
    const answer = async () => {
      // Told meanwhile that it takes too long.
      if (reply.sent) return
      const { promise: answered, resolve: end } = Promise.withResolvers<void>()
      endings.set(request, end)
      const timer = setTimeout(end, HELD_MS)
      done()
      await answered
      clearTimeout(timer)
    }
    turnsOf.use(request.caller?.userId ?? 'nobody', () => turns.use(answer)).catch(done)
  }

  app.addHook('onRoute', route => {
    if (route.url.startsWith('/api/')) route.preHandler = [route.preHandler ?? [], takeTurn].flat()
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    endings.get(request)?.()
    done()
  })
}

const hasLargeBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > BODY_MAX
