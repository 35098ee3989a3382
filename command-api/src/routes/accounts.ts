import { LoginRequest, type SignupAnswer, SignupRequest, type User } from '@lectern/contracts/api/account.ts'
import { isPaid } from '@lectern/contracts/plans.ts'
import type { Config } from '@lectern/platform/config.ts'
import { type CookieNames, SESSION_COOKIE_SECONDS, setCookie } from '@lectern/platform/cookies.ts'
import { refuseInPlainText } from '@lectern/platform/fastify-errors.ts'
import { readInput } from '@lectern/platform/input.ts'
import { rateLimitNetwork } from '@lectern/platform/network.ts'
import { WRITER_HEADER } from '@lectern/platform/position.ts'
import type { Pool } from '@lectern/platform/postgres.ts'
import { rateLimit } from '@lectern/platform/rate-limit.ts'
import { createSession, revokeSession } from '@lectern/platform/sessions.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Accounts, SignedIn } from '../accounts/accounts.ts'
import { signupLocation } from '../accounts/location.ts'
import { nameKey } from '../accounts/users.ts'
import type { Deciders } from '../deciders.ts'
import { idempotencyKey, tellPosition } from './issued.ts'

export type AccountRouteParts = {
  readonly accounts: Accounts
  readonly libraries: Deciders['libraries']
  readonly pool: Pool
  readonly cookies: CookieNames
  readonly config: Pick<Config, 'rateLimits' | 'trustProxy' | 'internalSecret'>
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const PUBLIC = { config: { isPublic: true } }

export const accountRoutes = (
  app: FastifyInstance,
  { accounts, libraries, pool, cookies, config }: AccountRouteParts,
): void => {
  const byAddress = (limit: number, windowMs: number) =>
    rateLimit({ limit, windowMs, by: request => rateLimitNetwork(request.clientAddress) }, config.rateLimits)
  const byAccount = (limit: number, windowMs: number) =>
    rateLimit({ limit, windowMs, by: request => namedAccount(request, accounts) }, config.rateLimits)

  /** A new session id at each sign-in; the browser's former session is over. */
  const startSession = async (request: FastifyRequest, reply: FastifyReply, { user, position }: SignedIn) => {
    const token = await createSession(pool, { userId: user.id, libraryId: user.library_id })
    if (request.caller !== undefined) await revokeSession(pool, request.caller.sessionId)
    const options = { maxAge: SESSION_COOKIE_SECONDS, secure: cookies.secure }
    reply.header('set-cookie', setCookie(cookies.session, token, options))
    tellPosition(reply, { position })
    reply.header(WRITER_HEADER, user.id)
  }

  app.post('/api/signup', { ...PUBLIC, onRequest: byAddress(10, HOUR) }, async (request, reply) => {
    const { email, username, password } = readInput(SignupRequest, request.body)
    const location = signupLocation(request.clientAddress, {
      secret: config.internalSecret,
      trustsProxy: config.trustProxy !== undefined,
    })
    const commandId = idempotencyKey(request)
    const signedIn = await accounts.signUp({ email, username, password, location, commandId })
    await startSession(request, reply, signedIn)
    return reply.code(201).send({ success: true } satisfies SignupAnswer)
  })

  const loginLimits = { onRequest: byAddress(60, MINUTE), preHandler: byAccount(10, MINUTE) }
  app.post(
    '/api/login',
    { ...PUBLIC, ...loginLimits, errorHandler: refuseInPlainText },
    async (request, reply) => {
      const { email, password } = readInput(LoginRequest, request.body)
      const signedIn = await accounts.logIn(email, password)
      const { allowance } = await libraries.recall(signedIn.user.library_id)
      await startSession(request, reply, signedIn)
      const { id, email: address, username, first_name: firstName } = signedIn.user
      return {
        id,
        email: address,
        username,
        firstName,
        isPro: isPaid(allowance.plan),
        plan: allowance.plan,
        itemsAllowed: allowance.limit,
      } satisfies User
    },
  )

  app.post('/api/logout', PUBLIC, async (request, reply) => {
    if (request.caller !== undefined) await revokeSession(pool, request.caller.sessionId)
    reply.header('set-cookie', setCookie(cookies.session, '', { maxAge: 0, secure: cookies.secure }))
    return { success: true }
  })
}

/** The account that a login names, by email or username; a name that is nobody's counts for itself. */
const namedAccount = async ({ body }: FastifyRequest, accounts: Accounts): Promise<string | undefined> => {
  const { data } = LoginRequest.shape.email.safeParse((body as { email?: unknown } | undefined)?.email)
  return data && ((await accounts.idOf(data)) ?? nameKey(data))
}
