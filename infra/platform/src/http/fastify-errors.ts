import { Rejected, type RejectionCode } from '@lectern/contracts/api/errors.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppendTooLarge, StoreUnavailable } from '../event-store/port.ts'
import { isPostgresUnavailable } from '../postgres/postgres.ts'

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
const toRejection = (error: unknown): Rejected | undefined => {
  if (error instanceof Rejected) return error
  if (error instanceof AppendTooLarge) return new Rejected('body-too-large')
  // First: a caller who hangs up while sending is a 400 of Fastify's with the code of a broken connection.
  const code = BY_STATUS[(error as Partial<FastifyError>).statusCode ?? 500]
  if (code !== undefined) return new Rejected(code)
  const isAway = error instanceof StoreUnavailable || isPostgresUnavailable(error)
  return isAway ? new Rejected('unavailable') : undefined
}

/** The refusal to answer with. Of 5xx it carries no detail, the log does. */
const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply): Rejected => {
  const refusal = toRejection(error) ?? new Rejected('internal-error')
  if (refusal.code === 'internal-error') request.log.error({ err: error }, 'unexpected error')
  else if (refusal.code === 'unavailable' && refusal !== error)
    request.log.warn({ err: error }, 'what a request needs is not there')
  reply.code(refusal.status)
  if (refusal.status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '1')
  return refusal
}

/** Every refusal of an app is {message, error}. */
export const answerErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => reply.send(refuse(error, request, reply).toBody()))
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(new Rejected('not-found').toBody()))
}

/** The login's refusals are their sentence alone: the client shows the response's text. */
export const refuseInPlainText = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const { message } = refuse(error, request, reply)
  return reply.type('text/plain; charset=utf-8').send(message)
}
