import { permits, permitsBy } from '@lectern/platform/permits.ts'
import type { FastifyInstance, FastifyRequest, preHandlerHookHandler } from 'fastify'

/** Requests of the API that are worked on at once: enough to keep the processors, Postgres and the event store busy. */
export const AT_ONCE = 24
/** Those of one caller: nobody has to wait behind all that another one asks. */
export const OF_CALLER = AT_ONCE / 2
/** How long, in ms, a request keeps others from beginning: one that takes longer waits for something else than they do. */
export const HELD_MS = 200

/**
 * Lets requests of the API begin in the order they came in, a few at a time. Were all begun at once, those that take one
 * step would be answered first and ask again, and those that take several, saves and searches, would find ever new ones
 * before them at each step. A read that has to wait for its caller's own last write does so before its turn.
 */
export const answerInTurn = (app: FastifyInstance): void => {
  const turns = permits(AT_ONCE)
  const turnsOf = permitsBy(OF_CALLER)
  const endings = new WeakMap<FastifyRequest, () => void>()

  const takeTurn: preHandlerHookHandler = (request, reply, done) => {
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
    void turnsOf.use(request.caller?.userId ?? request.ip, () => turns.use(answer))
  }

  app.addHook('onRoute', route => {
    const own = [route.preHandler ?? []].flat()
    // A HEAD has what its GET has.
    if (route.url.startsWith('/api/') && !own.includes(takeTurn)) route.preHandler = [...own, takeTurn]
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    endings.get(request)?.()
    done()
  })
}
