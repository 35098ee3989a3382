import { Rejected, type RejectionCode } from '@lectern/contracts/api/errors.ts'
import { IDEMPOTENCY_KEY_MAX } from '@lectern/contracts/limits.ts'
import { encodePosition, POSITION_HEADER } from '@lectern/platform/event-store/position.ts'
import { type Caller, requireCaller } from '@lectern/platform/http/caller.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import type { Issued } from '../aggregate/issued.ts'
import type { Mailboxes, Outcome } from '../aggregate/mailbox.ts'

export type ById = { Params: { id: string } }

/** The time of a command. */
export const now = (): string => new Date().toISOString()

/** The id in a path. An id that is none is answered like an unknown one. @throws Rejected with the code */
export const idOf = (
  { params }: FastifyRequest<ById>,
  code: Extract<RejectionCode, `${string}-not-found`>,
): number => {
  if (!/^[1-9]\d{0,8}$/.test(params.id)) throw new Rejected(code)
  return Number(params.id)
}

/** @throws Rejected bad-request where the Idempotency-Key is too long */
export const idempotencyKey = ({ headers }: FastifyRequest): string | undefined => {
  const key = headers['idempotency-key']
  if (key === undefined || key === '') return undefined
  if (typeof key !== 'string' || key.length > IDEMPOTENCY_KEY_MAX) throw new Rejected('bad-request')
  return key
}

/** The browser extension names itself in Lectern-Via, with a session or a token. */
const viaOf = ({ headers }: FastifyRequest, { token }: Caller): Issued['via'] => {
  if (headers['lectern-via'] === 'extension') return 'extension'
  return token === undefined ? 'web' : 'api'
}

export const issuedBy = (request: FastifyRequest, caller: Caller): Issued => {
  const key = idempotencyKey(request)
  return {
    actorId: caller.userId,
    via: viaOf(request, caller),
    ...(key === undefined ? { commandId: uuidv7(), generated: true } : { commandId: key }),
  }
}

/** Tells the gateway the position that the caller's next read must show. */
export const tellPosition = (reply: FastifyReply, { position }: Pick<Outcome<unknown>, 'position'>): void => {
  if (position !== undefined) reply.header(POSITION_HEADER, encodePosition(position))
}

/** Gives a command to the caller's library, or to its notebook; answers its events. */
export const commandLibrary =
  <State, Event, Command>({ handle }: Pick<Mailboxes<State, Event, Command>, 'handle'>) =>
  async (request: FastifyRequest, reply: FastifyReply, command: Command): Promise<readonly Event[]> => {
    const caller = requireCaller(request)
    const outcome = await handle(caller.libraryId, command, issuedBy(request, caller))
    tellPosition(reply, outcome)
    return outcome.events
  }
