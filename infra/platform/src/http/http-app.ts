import { Rejected } from '@lectern/contracts/api/errors.ts'
import { BODY_MAX, JSON_DEPTH_MAX, JSON_VALUES_MAX } from '@lectern/contracts/limits.ts'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify'
import type { Log } from '../process/log.ts'
import { answerInTime, BODY_WITHIN_MS_MAX, IDLE_MAX_MS } from './answer-in-time.ts'
import { decorateCaller } from './caller.ts'
import { plainForwardedFor } from './client-address.ts'
import { answerErrors } from './fastify-errors.ts'
import { isLargerThan } from './json-size.ts'
import { traceRequests } from './trace-requests.ts'
import { answerBeforeBodyEnds } from './unread-body.ts'
import { type HeadersOf, refuseConnection, refuseExpectation, refuseUnreadable } from './unreadable.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered without a session. */
    isPublic?: boolean
    /** Exempt from limits of load: health checks, and streams that stay open. */
    ignoresLoad?: boolean
    /** Values of a JSON body; default JSON_VALUES_MAX. */
    valuesMax?: number
  }
}

/** Bytes of a request's head, path included: Node's default. */
const HEAD_MAX = 16_384
/** Milliseconds for a request's head. */
const HEAD_WITHIN_MS = 30_000
/** Half the time for which an answer is kept when its reader does not take it: Node closes at the second time-out. */
const UNTAKEN_MS = 10_000

/**
 * The Fastify app that the gateway starts from. It limits JSON bodies to BODY_MAX and JSON_VALUES_MAX unless a
 * route says otherwise, answers every refusal as {message, error}, and bounds the time of every answer. A body is read after all
 * onRequest hooks have let the request pass.
 * @param headersOf headers of every answer, also where no hook of the app runs
 */
export const createHttpApp = ({
  log,
  trustProxy,
  headersOf = () => ({}),
}: {
  log: Log
  trustProxy?: string | undefined
  headersOf?: HeadersOf
}): FastifyInstance => {
  const refuseAsUnreadable = refuseUnreadable(headersOf)
  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    // The log itself knows the trace of a request.
    childLoggerFactory: parent => parent,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy ?? false,
    bodyLimit: BODY_MAX,
    // Open connections still get their answers while the app closes.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: BODY_WITHIN_MS_MAX + 10_000,
    keepAliveTimeout: 72_000,
    connectionTimeout: IDLE_MAX_MS,
    // The gateway refuses a missing Host like a foreign one; Node would answer with an empty 400.
    http: { requireHostHeader: false, maxHeaderSize: HEAD_MAX, headersTimeout: HEAD_WITHIN_MS },
    // An id that is too long gets the answer of an unknown id.
    routerOptions: { maxParamLength: HEAD_MAX },
    frameworkErrors: (_error, request, reply) => refuseAsUnreadable(request, reply as FastifyReply),
    clientErrorHandler: refuseConnection(headersOf),
  })
  app.server.on('checkExpectation', refuseExpectation(headersOf))
  traceRequests(app)
  // Runs before request.ip is read.
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const given = headers['x-forwarded-for']
    if (given !== undefined) headers['x-forwarded-for'] = plainForwardedFor(String(given))
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request.url))
    done(request.is404 ? new Rejected('not-found') : undefined)
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.routeOptions.config?.ignoresLoad !== true)
      reply.raw.setTimeout(UNTAKEN_MS, () => reply.raw.destroy())
    done()
  })
  answerInTime(app, log)
  answerBeforeBodyEnds(app)
  // No route takes text/plain, which a form of another site can send without a preflight.
  app.removeContentTypeParser(['text/plain', 'application/json'])
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const values = request.routeOptions.config?.valuesMax ?? JSON_VALUES_MAX
    // Some clients announce JSON and send an empty body.
    if (body === '') done(null, undefined)
    else if (isLargerThan(String(body), { depth: JSON_DEPTH_MAX, values })) done(new Rejected('bad-request'))
    else parseJson(request, String(body), done)
  })
  decorateCaller(app)
  answerErrors(app)
  return app
}
