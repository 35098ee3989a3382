import { setTimeout as pause } from 'node:timers/promises'
import type { LoginAnswer, SignupAnswer } from '@lectern/contracts/api/account.ts'
import { LoginRequest, SignupRequest } from '@lectern/contracts/api/account-requests.ts'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { isPaid } from '@lectern/contracts/plans.ts'
import { WRITER_HEADER } from '@lectern/platform/event-store/position.ts'
import { rateLimitNetwork, shortNetwork } from '@lectern/platform/http/client-address.ts'
import { type CookieNames, SESSION_COOKIE_SECONDS, setCookie } from '@lectern/platform/http/cookies.ts'
import { refuseInPlainText } from '@lectern/platform/http/fastify-errors.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { createSession, revokeSession, type SessionPlace } from '@lectern/platform/http/sessions.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { Config } from '@lectern/platform/process/config.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Accounts } from '../accounts/accounts.ts'
import { deviceOf } from '../accounts/device.ts'
import { signupLocation } from '../accounts/location.ts'
import { nameKey, type UserRow } from '../accounts/users.ts'
import type { Aggregates } from '../aggregates.ts'
import { idempotencyKey, tellPosition } from './commands.ts'
import { forgetSession } from './forget-session.ts'

export type AccountRouteParts = {
  readonly accounts: Accounts
  readonly libraries: Aggregates['libraries']
  readonly pool: Pool
  readonly cookies: CookieNames
  readonly epoch: string
  readonly config: Pick<Config, 'trustProxy' | 'internalSecret'>
  readonly limits: Limits
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const PUBLIC = { config: { isPublic: true } }
/** How long a login waits for the plan, which the event store knows. */
const PLAN_WITHIN_MS = 500

const placeOf = ({ headers, clientAddress }: FastifyRequest): SessionPlace => ({
  device: deviceOf(headers['user-agent']),
  network: shortNetwork(clientAddress),
})

export const accountRoutes = (
  app: FastifyInstance,
  { accounts, libraries, pool, cookies, epoch, config, limits }: AccountRouteParts,
): void => {
  const byAddress = (limit: number, windowMs: number) => limits.ofAddress({ limit, windowMs })
  const failedLogins = limits.budget('failed-logins', { limit: 10, windowMs: MINUTE_MS })

  /** Gives the browser a new session, and ends its former one. */
  const startSession = async (request: FastifyRequest, reply: FastifyReply, user: UserRow) => {
    const { id: userId, library_id: libraryId, password_hash: passwordHash } = user
    const token = await createSession(pool, { userId, libraryId, passwordHash, place: placeOf(request) })
    if (token === undefined) throw new Rejected('wrong-credentials')
    if (request.caller !== undefined) await revokeSession(pool, request.caller.sessionId)
    const options = { maxAge: SESSION_COOKIE_SECONDS, secure: cookies.secure }
    reply.header('set-cookie', setCookie(cookies.session, token, options))
  }

  /**
   * Counts failed logins by account and address together: a stranger elsewhere cannot lock the owner out. An unknown
   * name counts for itself.
   */
  const logIn = async (request: FastifyRequest, reply: FastifyReply): Promise<UserRow> => {
    const { email, password } = readInput(LoginRequest, request.body)
    const { clientAddress } = request
    const account = (await accounts.idOf(email)) ?? nameKey(email)
    const key = `${rateLimitNetwork(clientAddress)} ${account}`
    await failedLogins.spend(key, reply)
    const user = await accounts.logIn(email, password, clientAddress)
    await failedLogins.giveBack(key)
    return user
  }

  /** undefined where the event store does not answer soon: a login does not need it. */
  const planOf = async (user: UserRow, log: FastifyRequest['log']) => {
    const known = libraries
      .read(user.library_id, ({ opened, allowance: { plan, limit } }) =>
        opened ? { isPro: isPaid(plan), plan, itemsAllowed: limit } : undefined,
      )
      .catch(error => log.warn({ err: error }, 'a login was answered without the plan'))
    return (await Promise.race([known, pause(PLAN_WITHIN_MS)])) ?? undefined
  }

  app.post('/api/signup', { ...PUBLIC, onRequest: byAddress(10, HOUR_MS) }, async (request, reply) => {
    const { email, username, password } = readInput(SignupRequest, request.body)
    const location = signupLocation(request.clientAddress, {
      secret: config.internalSecret,
      trustsProxy: config.trustProxy !== undefined,
    })
    const commandId = idempotencyKey(request)
    const { user, position } = await accounts.signUp({
      ...{ email, username, password, location, commandId },
      address: request.clientAddress,
    })
    await startSession(request, reply, user)
    tellPosition(reply, { position })
    reply.header(WRITER_HEADER, user.id)
    return reply.code(201).send({ success: true } satisfies SignupAnswer)
  })

  app.post(
    '/api/login',
    { ...PUBLIC, onRequest: byAddress(60, MINUTE_MS), errorHandler: refuseInPlainText },
    async (request, reply) => {
      const user = await logIn(request, reply)
      const plan = await planOf(user, request.log)
      await startSession(request, reply, user)
      const { id, email, username, first_name: firstName } = user
      return { id, email, username, firstName, ...plan, epoch } satisfies LoginAnswer
    },
  )

  app.post('/api/logout', PUBLIC, async (request, reply) => {
    if (request.caller !== undefined) await revokeSession(pool, request.caller.sessionId)
    forgetSession(reply, cookies)
    return { success: true }
  })
}
