import { Rejected } from '@lectern/contracts/api/errors.ts'
import { IDEMPOTENCY_KEY_MAX } from '@lectern/contracts/limits.ts'
import { encodePosition, POSITION_HEADER } from '@lectern/platform/event-store/position.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import type { Issued, Outcome } from '../handle.ts'

/** When a command is given. */
export const now = (): string => new Date().toISOString()

/**
 * The id that a path names. Another's id and one that is no id at all are the same to the caller.
 * @throws Rejected with the code, which says that there is no such thing
 */
export const idOf = (id: string, code: 'link-not-found' | 'collection-not-found'): number => {
  if (!/^[1-9]\d{0,8}$/.test(id)) throw new Rejected(code)
  return Number(id)
}

/** @throws Rejected bad-request where the Idempotency-Key is too long */
export const idempotencyKey = (request: FastifyRequest): string | undefined => {
  const key = request.headers['idempotency-key']
  if (key === undefined || key === '') return undefined
  if (typeof key !== 'string' || key.length > IDEMPOTENCY_KEY_MAX) throw new Rejected('bad-request')
  return key
}

/** Who gives the command, through what, and under which id. The browser extension says so in Lectern-Via. */
export const issuedBy = (request: FastifyRequest, caller: Caller): Issued => {
  const key = idempotencyKey(request)
  return {
    actorId: caller.userId,
    via: request.headers['lectern-via'] === 'extension' ? 'extension' : 'web',
    ...(key === undefined ? { commandId: uuidv7(), generated: true } : { commandId: key }),
  }
}

/** Tells the gateway how far the caller's next read must be. */
export const tellPosition = (reply: FastifyReply, { position }: Pick<Outcome<unknown>, 'position'>): void => {
  if (position !== undefined) reply.header(POSITION_HEADER, encodePosition(position))
}
