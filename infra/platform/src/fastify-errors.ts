import { Rejected, type RejectionCode } from '@lectern/contracts/api/errors.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { StoreUnavailable } from './event-store/port.ts'
import { isPostgresUnavailable } from './postgres.ts'

/** Fastify's own refusals, by status, in our words. */
const BY_STATUS: Record<number, RejectionCode> = {
  400: 'bad-request',
  404: 'not-found',
  413: 'body-too-large',
  415: 'unsupported-media-type',
  429: 'too-many-requests',
  503: 'unavailable',
}

/** Turns whatever was thrown into the one refusal the caller sees. undefined means a fault of ours. */
export const toRejection = (error: unknown): Rejected | undefined => {
  if (error instanceof Rejected) return error
  if (error instanceof StoreUnavailable || isPostgresUnavailable(error)) return new Rejected('unavailable')
  const code = BY_STATUS[(error as Partial<FastifyError>).statusCode ?? 500]
  return code === undefined ? undefined : new Rejected(code)
}

/** Every refusal of an app is {message, error}; 5xx carry no detail, the log does. */
export const answerErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => {
    const rejection = toRejection(error)
    if (rejection === undefined) request.log.error({ err: error }, 'unexpected error')
    const answer = rejection ?? new Rejected('internal-error')
    if (answer.status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '1')
    return reply.code(answer.status).send(answer.toBody())
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(new Rejected('not-found').toBody()))
}

/** The login's refusals are their sentence alone: the client shows the response's text. */
export const refuseInPlainText = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const rejection = toRejection(error)
  if (rejection === undefined) request.log.error({ err: error }, 'unexpected error')
  const { status, message } = rejection ?? new Rejected('internal-error')
  if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '1')
  return reply.code(status).type('text/plain; charset=utf-8').send(message)
}
