import { Rejected, type RejectionCode } from '@lectern/contracts/api/errors.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppendTooLarge, StoreUnavailable, StreamEnded } from '../event-store/port.ts'
import { isPostgresUnavailable } from '../postgres/postgres.ts'

/** Rejection codes for the statuses of Fastify's own errors. */
const BY_STATUS: Record<number, RejectionCode> = {
  400: 'bad-request',
  404: 'not-found',
  413: 'body-too-large',
  415: 'unsupported-media-type',
  429: 'too-many-requests',
  503: 'unavailable',
}

/** The refusal for an error; undefined for a fault of ours. */
const toRejection = (error: unknown): Rejected | undefined => {
  if (error instanceof Rejected) return error
  // The streams of an account that was closed.
  if (error instanceof StreamEnded) return new Rejected('account-closed')
  if (error instanceof AppendTooLarge) return new Rejected('body-too-large')
  // Before isPostgresUnavailable: when a caller hangs up while sending, Fastify's 400 has the code of a broken connection.
  const code = BY_STATUS[(error as Partial<FastifyError>).statusCode ?? 500]
  if (code !== undefined) return new Rejected(code)
  const isAway = error instanceof StoreUnavailable || isPostgresUnavailable(error)
  return isAway ? new Rejected('unavailable') : undefined
}

/** Sets status and headers, and gives the refusal to send. Details of a 5xx go to the log only. */
export const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply): Rejected => {
  const refusal = toRejection(error) ?? new Rejected('internal-error')
  if (refusal.code === 'internal-error') request.log.error({ err: error }, 'unexpected error')
  else if (refusal.code === 'unavailable' && refusal !== error)
    request.log.warn({ err: error }, 'a request met an outage')
  reply.code(refusal.status)
  const { retryAfterSeconds } = refusal
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  if (refusal.status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '1')
  return refusal
}

/** Answers every error and unknown path as {message, error}. */
export const answerErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => reply.send(refuse(error, request, reply).toBody()))
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(new Rejected('not-found').toBody()))
}

/** Answers an error of the login as plain text, which the client shows. */
export const refuseInPlainText = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const { message } = refuse(error, request, reply)
  return reply.type('text/plain; charset=utf-8').send(message)
}
