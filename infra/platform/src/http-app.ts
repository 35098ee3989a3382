import { JSON_BODY_MAX } from '@lectern/contracts/limits.ts'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify'
import { answerInTime } from './answer-in-time.ts'
import { decorateCaller } from './caller.ts'
import { plainForwardedFor } from './client-address.ts'
import { answerErrors } from './fastify-errors.ts'
import type { Log } from './log.ts'
import { type HeadersOf, refuseConnection, refuseExpectation, refuseUnreadable } from './unreadable.ts'

/** Node's own limit of a request's head, of which the path is a part. */
const HEAD_MAX = 16_384

/**
 * The Fastify app that the gateway and the APIs start from: JSON bodies alone, every refusal as {message, error}, every
 * answer in time.
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
    bodyLimit: JSON_BODY_MAX,
    // While draining, open connections still get their answers.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    // Nothing written or read for so long: what a client leaves unread is not kept for ever.
    connectionTimeout: 60_000,
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
    done()
  })
  answerInTime(app)
  // A form of another site can send text/plain without asking; nothing here takes it.
  app.removeContentTypeParser(['text/plain', 'application/json'])
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Some clients announce JSON and send nothing, for calls without a payload.
    if (body === '') done(null, undefined)
    else parseJson(request, String(body), done)
  })
  decorateCaller(app)
  answerErrors(app)
  return app
}
