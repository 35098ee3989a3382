import { Rejected, type RejectionCode } from '@lectern/contracts/api/errors.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { IDEMPOTENCY_KEY_MAX } from '@lectern/contracts/limits.ts'
import { encodePosition, POSITION_HEADER } from '@lectern/platform/event-store/position.ts'
import { type Caller, requireCaller } from '@lectern/platform/http/caller.ts'
import { placeOf } from '@lectern/platform/http/shared-library.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import type { Issued } from '../aggregate/issued.ts'
import type { Mailboxes, Outcome } from '../aggregate/mailbox.ts'
import type { Aggregates } from '../aggregates.ts'
import type { Library } from '../domain/library/state.ts'
import type { LibraryCommand } from '../domain/library.ts'

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

/** Keys are each person's own, so nobody repeats the command of somebody else. */
export const commandIdOf = (by: string, key: string): string => `${by}/${key}`

/** The issuer of a command in a library where the caller has this id. */
export const issuedByMember = (request: FastifyRequest, by: string): Issued => {
  const caller = requireCaller(request)
  const issued = issuedBy(request, caller)
  const commandId = issued.generated ? issued.commandId : commandIdOf(by, issued.commandId)
  return { ...issued, commandId, actorId: by, isMember: true, payer: caller.userId }
}

/** Gives a command to the library that the call is about; answers its events, and what `look` took out of the state after them. */
export const handleIn =
  ({ handle }: Pick<Aggregates['libraries'], 'handle'>) =>
  async <Seen = undefined>(
    request: FastifyRequest,
    reply: FastifyReply,
    command: LibraryCommand,
    look?: (library: Library) => Seen,
  ): Promise<{ readonly events: readonly LibraryEvent[]; readonly seen: Seen }> => {
    const { libraryId, by } = placeOf(request)
    const issued = by === undefined ? issuedBy(request, requireCaller(request)) : issuedByMember(request, by)
    const outcome = await handle(libraryId, by === undefined ? command : { ...command, by }, issued, look)
    tellPosition(reply, outcome)
    return outcome
  }

/** The same, for the events alone. */
export const commandLibrary = (libraries: Pick<Aggregates['libraries'], 'handle'>) => {
  const handle = handleIn(libraries)
  return async (request: FastifyRequest, reply: FastifyReply, command: LibraryCommand) =>
    (await handle(request, reply, command)).events
}

/** Gives a command to the caller's own library, or to its notebook; answers its events. */
export const commandOwn =
  <State, Event, Command>({ handle }: Pick<Mailboxes<State, Event, Command>, 'handle'>) =>
  async (request: FastifyRequest, reply: FastifyReply, command: Command): Promise<readonly Event[]> => {
    const caller = requireCaller(request)
    const outcome = await handle(caller.libraryId, command, issuedBy(request, caller))
    tellPosition(reply, outcome)
    return outcome.events
  }
