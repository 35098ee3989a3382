import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../process/log.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long, in ms, this route may take to answer; default ANSWER_WITHIN_MS. */
    answerWithinMs?: number
  }
}

/** As long as the event store is asked again: most writes outlast its restart. */
export const ANSWER_WITHIN_MS = 10_000
const LOOK_AGAIN_MS = 1_000

/**
 * Answers 503 where a request's work is not done in time, whatever it waits for: one bound on the sum of all waits. The
 * work goes on and its outcome is dropped quietly. A body that is still coming in, and an answer that has begun, may take longer.
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
        request.log.warn({ method: request.method, route, ms }, 'no answer in time')
        reply.send(new Rejected('unavailable'))
        // Fastify tells by this log of each answer that comes second.
        reply.log = quiet
      }
    }
    let timer = setTimeout(giveUp, ms)
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  })
}
