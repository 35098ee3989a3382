import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../process/log.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long, in ms, this route may take to answer once it has the body; default ANSWER_WITHIN_MS. */
    answerWithinMs?: number
    /** How long, in ms, the body may take to come in; default BODY_WITHIN_MS. */
    bodyWithinMs?: number
  }
}

/** The event store client retries for 10 s, which outlasts a restart of the store. */
const ANSWER_WITHIN_MS = 10_000
const BODY_WITHIN_MS = 30_000
/** Longest bodyWithinMs of any route: for Node, which ends slower requests by itself. */
export const BODY_WITHIN_MS_MAX = 600_000
/** An idle connection is closed after this time, unless its route may take longer to answer. */
export const IDLE_MAX_MS = 20_000
/** How often a request whose body is still coming in is looked at again. */
const LOOK_AGAIN_MS = 1_000

/**
 * Answers 503 when a request takes too long, whatever it waits for, and 408 when its body does. Its work goes on, and the
 * outcome is dropped without a log line. An answer that has begun may take longer.
 *
 * Fastify's handlerTimeout (5.12) cannot do this: it stops at the end of a request's body, so it misses every POST, and
 * it breaks off streams that have begun.
 */
export const answerInTime = (app: FastifyInstance, log: Log): void => {
  const quiet = log.child({}, { level: 'silent' })
  app.addHook('onRequest', (request, reply, done) => {
    const { config, url: route } = request.routeOptions
    const ms = config?.answerWithinMs ?? ANSWER_WITHIN_MS
    const bodyEndsAt = Date.now() + (config?.bodyWithinMs ?? BODY_WITHIN_MS)
    const { raw } = request
    const waitLonger = () => reply.raw.setTimeout(ms + LOOK_AGAIN_MS, () => reply.raw.destroy())
    if (ms > IDLE_MAX_MS) raw.once('end', waitLonger)

    const giveUp = (refusal: Rejected) => {
      if (reply.raw.headersSent) return
      request.log.warn({ method: request.method, route, ms }, 'request timed out')
      reply.send(refusal)
      // Fastify would log the answer that comes second.
      reply.log = quiet
    }
    let timer: NodeJS.Timeout
    const waitForAnswer = () => {
      timer = setTimeout(() => giveUp(new Rejected('unavailable')), ms)
    }
    const waitForBody = () => {
      if (raw.complete) waitForAnswer()
      else if (Date.now() > bodyEndsAt) giveUp(new Rejected('body-too-slow'))
      else timer = setTimeout(waitForBody, LOOK_AGAIN_MS)
    }
    timer = setTimeout(() => (raw.complete ? giveUp(new Rejected('unavailable')) : waitForBody()), ms)
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  })
}
