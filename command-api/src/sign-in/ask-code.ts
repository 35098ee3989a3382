import { CODE_HEADER } from '@lectern/contracts/api/codes.ts'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { shortNetwork } from '@lectern/platform/http/client-address.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UserRow, Users } from '../accounts/users.ts'
import type { Codes } from './codes.ts'

/** Wrong codes of an account: from each network where its owner is signed in, and from all others together. */
const TRIES = { limit: 20, windowMs: 3_600_000 }

/** Asks for a code after the password, where the account wants one. @throws Rejected code-needed, wrong-login-code, too-many-requests */
export type AskCode = (
  request: FastifyRequest,
  reply: FastifyReply,
  user: UserRow,
  code: string | undefined,
) => Promise<void>

export const askCodeWith = ({
  codes,
  users,
  limits,
}: {
  readonly codes: Codes
  readonly users: Users
  readonly limits: Limits
}): AskCode => {
  const tries = limits.budget('wrong-codes', TRIES)
  return async (request, reply, user, code) => {
    if (!(await codes.areWanted(user.id))) return
    reply.header(CODE_HEADER, 'required')
    if (code === undefined) throw new Rejected('code-needed')
    const network = shortNetwork(request.clientAddress)
    const key = (await users.hasSessionIn(network, user.id)) ? `${user.id} ${network}` : user.id
    await tries.spend(key, reply)
    if (!(await codes.take(user.id, code))) throw new Rejected('wrong-login-code')
    await tries.giveBack(key)
    reply.removeHeader(CODE_HEADER)
  }
}
