import type { SignupAnswer } from '@lectern/contracts/api/account.ts'
import { LoginRequest, SignupRequest } from '@lectern/contracts/api/account-requests.ts'
import { WRITER_HEADER } from '@lectern/platform/event-store/position.ts'
import { rateLimitNetwork } from '@lectern/platform/http/client-address.ts'
import type { CookieNames } from '@lectern/platform/http/cookies.ts'
import { refuseInPlainText } from '@lectern/platform/http/fastify-errors.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { revokeSession } from '@lectern/platform/http/sessions.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { Config } from '@lectern/platform/process/config.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Accounts } from '../accounts/accounts.ts'
import { signupLocation } from '../accounts/location.ts'
import { nameKey, type UserRow } from '../accounts/users.ts'
import type { AskCode } from '../sign-in/ask-code.ts'
import type { Sessions } from '../sign-in/sessions.ts'
import { idempotencyKey, tellPosition } from './commands.ts'
import { forgetSession } from './forget-session.ts'

export type AccountRouteParts = {
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly askCode: AskCode
  readonly pool: Pool
  readonly cookies: CookieNames
  readonly config: Pick<Config, 'trustProxy' | 'internalSecret'>
  readonly limits: Limits
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const PUBLIC = { config: { isPublic: true } }

export const accountRoutes = (
  app: FastifyInstance,
  { accounts, sessions, askCode, pool, cookies, config, limits }: AccountRouteParts,
): void => {
  const byAddress = (limit: number, windowMs: number) => limits.ofAddress({ limit, windowMs })
  const failedLogins = limits.budget('failed-logins', { limit: 10, windowMs: MINUTE_MS })

  /**
   * Counts failed logins by account and address together: a stranger elsewhere cannot lock the owner out. An unknown
   * name counts for itself.
   */
  const logIn = async (request: FastifyRequest, reply: FastifyReply): Promise<UserRow> => {
    const { email, password, code } = readInput(LoginRequest, request.body)
    const { clientAddress } = request
    const account = (await accounts.idOf(email)) ?? nameKey(email)
    const key = `${rateLimitNetwork(clientAddress)} ${account}`
    await failedLogins.spend(key, reply)
    const user = await accounts.logIn(email, password, clientAddress)
    await askCode(request, reply, user, code).catch(async error => {
      // Nobody has tried a code.
      if (code === undefined) await failedLogins.giveBack(key)
      throw error
    })
    await failedLogins.giveBack(key)
    return user
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
    // One that is repeated is a sign-in.
    await askCode(request, reply, user, undefined)
    await sessions.start(request, reply, user, 'password')
    tellPosition(reply, { position })
    reply.header(WRITER_HEADER, user.id)
    return reply.code(201).send({ success: true } satisfies SignupAnswer)
  })

  app.post(
    '/api/login',
    { ...PUBLIC, onRequest: byAddress(60, MINUTE_MS), errorHandler: refuseInPlainText },
    async (request, reply) => {
      return sessions.signIn(request, reply, await logIn(request, reply), 'password')
    },
  )

  app.post('/api/logout', PUBLIC, async (request, reply) => {
    if (request.caller !== undefined) await revokeSession(pool, request.caller.sessionId)
    forgetSession(reply, cookies)
    return { success: true }
  })
}
