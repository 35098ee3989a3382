import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../process/log.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long, in ms, this route may take to answer; default ANSWER_WITHIN_MS. */
    answerWithinMs?: number
  }
}

/** The event store client retries for 10 s, which outlasts a restart of the store. */
export const ANSWER_WITHIN_MS = 10_000
/** How often a request whose body is still coming in is looked at again. */
const LOOK_AGAIN_MS = 1_000

/**
 * Answers 503 when a request takes too long, whatever it waits for. Its work goes on, and the outcome is dropped without a
 * log line. A body that is still coming in and an answer that has begun may take longer.
 *
 * Fastify's handlerTimeout (5.12) cannot do this: it stops at the end of a request's body, so it misses every POST, and
 * it breaks off streams that have begun.
 */
export const answerInTime = (app: FastifyInstance, log: Log): void => {
  const quiet = log.child({}, { level: 'silent' })
  app.addHook('onRequest', (request, reply, done) => {
    const { config, url: route } = request.routeOptions
    const ms = config?.answerWithinMs ?? ANSWER_WITHIN_MS
    const giveUp = () => {
      if (!request.raw.complete) {
        timer = setTimeout(giveUp, LOOK_AGAIN_MS)
      } else if (!reply.raw.headersSent) {
        request.log.warn({ method: request.method, route, ms }, 'request timed out')
        reply.send(new Rejected('unavailable'))
        // Fastify would log the answer that comes second.
        reply.log = quiet
      }
    }
    let timer = setTimeout(giveUp, ms)
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  })
}
