import { Rejected } from '@lectern/contracts/api/errors.ts'
import { JSON_BODY_MAX } from '@lectern/contracts/limits.ts'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify'
import { decorateCaller } from './caller.ts'
import { answerErrors } from './fastify-errors.ts'
import type { Log } from './log.ts'

/** The Fastify app that the gateway and the APIs start from: JSON bodies alone, every refusal as {message, error}. */
export const createHttpApp = ({
  log,
  trustProxy,
}: {
  log: Log
  trustProxy?: string | undefined
}): FastifyInstance => {
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
    frameworkErrors: (error, _request, reply) => refuseUnreadable(error.statusCode, reply as FastifyReply),
  })
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

/** Requests that never reach a route: a path with a broken escape, or (414) an id longer than any of ours. */
const refuseUnreadable = (status: number | undefined, reply: FastifyReply): void => {
  const rejection = new Rejected(status === 404 || status === 414 ? 'not-found' : 'bad-request')
  void reply.code(rejection.status).send(rejection.toBody())
}
