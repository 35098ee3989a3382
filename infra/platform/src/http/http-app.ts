import { Rejected } from '@lectern/contracts/api/errors.ts'
import { BODY_MAX, JSON_DEPTH_MAX } from '@lectern/contracts/limits.ts'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify'
import type { Log } from '../process/log.ts'
import { answerInTime } from './answer-in-time.ts'
import { decorateCaller } from './caller.ts'
import { plainForwardedFor } from './client-address.ts'
import { answerErrors } from './fastify-errors.ts'
import { isDeeperThan } from './json-depth.ts'
import { answerBeforeBodyEnds } from './unread-body.ts'
import { type HeadersOf, refuseConnection, refuseExpectation, refuseUnreadable } from './unreadable.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Needs no session. */
    isPublic?: boolean
    /** Is answered however much is under way: health, and streams that stay open. */
    ignoresLoad?: boolean
  }
}

/** Node's own limit of a request's head, of which the path is a part. */
const HEAD_MAX = 16_384
/** A connection with nothing read or written for so long, in ms, is closed. Longer than any route may take to answer. */
const SILENT_MAX_MS = 20_000
/** Half the time, in ms, for which an answer is kept that its reader does not take: Node closes at the second silence. */
const UNTAKEN_MS = 10_000

/**
 * The Fastify app that the gateway and the APIs start from: short JSON bodies, unless a route says otherwise, every refusal
 * as {message, error}, every answer in time. A body is read after all onRequest hooks have let the request pass.
 * @param headersOf what every answer carries, even where no hook of the app runs
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
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy ?? false,
    bodyLimit: BODY_MAX,
    // While draining, open connections still get their answers.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    connectionTimeout: SILENT_MAX_MS,
    // A request without a Host is refused as one with a foreign Host, not by Node with an empty answer.
    http: { requireHostHeader: false, maxHeaderSize: HEAD_MAX },
    // An id of any length is one that nobody has.
    routerOptions: { maxParamLength: HEAD_MAX },
    frameworkErrors: (_error, request, reply) => refuseAsUnreadable(request, reply as FastifyReply),
    clientErrorHandler: refuseConnection(headersOf),
  })
  app.server.on('checkExpectation', refuseExpectation(headersOf))
  // Before anything reads request.ip.
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
  // A form of another site can send text/plain without asking; nothing here takes it.
  app.removeContentTypeParser(['text/plain', 'application/json'])
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Some clients announce JSON and send nothing, for calls without a payload.
    if (body === '') done(null, undefined)
    else if (isDeeperThan(String(body), JSON_DEPTH_MAX)) done(new Rejected('bad-request'))
    else parseJson(request, String(body), done)
  })
  decorateCaller(app)
  answerErrors(app)
  return app
}
