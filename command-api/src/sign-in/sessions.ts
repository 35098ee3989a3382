import { setTimeout as pause } from 'node:timers/promises'
import type { LoginAnswer } from '@lectern/contracts/api/account.ts'
import type { SignedInBy } from '@lectern/contracts/api/confirmation.ts'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { isPaid } from '@lectern/contracts/plans.ts'
import { shortNetwork } from '@lectern/platform/http/client-address.ts'
import { type CookieNames, SESSION_COOKIE_SECONDS, setCookie } from '@lectern/platform/http/cookies.ts'
import { createSession, revokeSession } from '@lectern/platform/http/sessions.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceOf } from '../accounts/device.ts'
import type { UserRow } from '../accounts/users.ts'
import type { Aggregates } from '../aggregates.ts'

export type SessionParts = {
  readonly libraries: Aggregates['libraries']
  readonly pool: Pool
  readonly cookies: CookieNames
  readonly epoch: string
}

type SignIn<Result> = (
  request: FastifyRequest,
  reply: FastifyReply,
  user: UserRow,
  by: SignedInBy,
) => Promise<Result>

export type Sessions = {
  /** Gives the browser a new session, and ends its former one. @throws Rejected wrong-credentials where the password is another one by now */
  readonly start: SignIn<void>
  /** The same, and the answer to a login. */
  readonly signIn: SignIn<LoginAnswer>
}

/** How long a login waits for the plan, which the event store knows. */
const PLAN_WITHIN_MS = 500

export const sessionsOf = ({ libraries, pool, cookies, epoch }: SessionParts): Sessions => {
  /** undefined where the event store does not answer soon: a login does not need it. */
  const planOf = async (user: UserRow, log: FastifyRequest['log']) => {
    const known = libraries
      .read(user.library_id, ({ opened, allowance: { plan, limit } }) =>
        opened ? { isPro: isPaid(plan), plan, itemsAllowed: limit } : undefined,
      )
      .catch(error => log.warn({ err: error }, 'a login was answered without the plan'))
    return (await Promise.race([known, pause(PLAN_WITHIN_MS)])) ?? undefined
  }

  const start: Sessions['start'] = async (request, reply, user, signedInBy) => {
    const { id: userId, library_id: libraryId, password_hash: passwordHash } = user
    const place = {
      device: deviceOf(request.headers['user-agent']),
      network: shortNetwork(request.clientAddress),
    }
    const token = await createSession(pool, { userId, libraryId, passwordHash, place, signedInBy })
    if (token === undefined) throw new Rejected('wrong-credentials')
    if (request.caller !== undefined) await revokeSession(pool, request.caller.sessionId)
    const options = { maxAge: SESSION_COOKIE_SECONDS, secure: cookies.secure }
    reply.header('set-cookie', setCookie(cookies.session, token, options))
  }

  const signIn: Sessions['signIn'] = async (request, reply, user, signedInBy) => {
    const plan = await planOf(user, request.log)
    await start(request, reply, user, signedInBy)
    const { id, email, username, first_name: firstName } = user
    return { id, email, username, firstName, ...plan, epoch }
  }

  return { start, signIn }
}
