import {
  ChangeEmailRequest,
  ChangeFirstNameRequest,
  ChangePasswordRequest,
  ChangeUsernameRequest,
  type ConfirmEmailAnswer,
  ConfirmEmailRequest,
  DeleteAccountRequest,
  type EndedSessions,
  ForgotPasswordRequest,
  RESET_LINK_SENT,
  type ResetPasswordAnswer,
  ResetPasswordRequest,
} from '@lectern/contracts/api/account-settings.ts'
import { ConfirmRequest } from '@lectern/contracts/api/confirmation.ts'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import type { CookieNames } from '@lectern/platform/http/cookies.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { revokeSessionOf, revokeSessions } from '@lectern/platform/http/sessions.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { FreeSpace } from '@lectern/platform/process/free-space.ts'
import type { FastifyInstance } from 'fastify'
import { closeAccount } from '../accounts/close-account.ts'
import { oweCommand } from '../accounts/owed-commands.ts'
import { askByEmail, resetPassword } from '../accounts/recovery.ts'
import {
  changeFirstName,
  changePassword,
  changeUsername,
  confirm,
  confirmEmail,
  requestEmailChange,
  withdrawEmailChange,
} from '../accounts/settings.ts'
import { nameKey } from '../accounts/users.ts'
import type { WrongPasswords } from '../accounts/wrong-passwords.ts'
import type { ById } from './commands.ts'
import { forgetSession } from './forget-session.ts'
import { UUID } from './uuid.ts'

export type AccountSettingsParts = {
  readonly pool: Pool
  readonly cookies: CookieNames
  readonly limits: Limits
  /** Gives the commands that an act owes to the account. */
  readonly giveOwed: () => void
  /** Deletes what is left of accounts that were deleted. */
  readonly goOnClosing: () => void
  readonly space: Pick<FreeSpace, 'isLow'>
}

const HOUR_MS = 3_600_000
const PUBLIC = { config: { isPublic: true } }
const DONE = { success: true } as const

/** Forgotten passwords and links in mails, for people who are not signed in. */
export const recoveryRoutes = (
  app: FastifyInstance,
  { pool, cookies, limits, giveOwed, space }: AccountSettingsParts,
): void => {
  const byAddress = (limit: number, windowMs: number) => ({
    ...PUBLIC,
    onRequest: limits.ofAddress({ limit, windowMs }),
  })
  const resetsAsked = limits.budget('resets-asked', { limit: 5, windowMs: HOUR_MS })

  app.post('/api/forgot-password', byAddress(30, HOUR_MS), async (request, reply) => {
    const { email } = readInput(ForgotPasswordRequest, request.body)
    await resetsAsked.spend(nameKey(email), reply)
    if (space.isLow()) throw new Rejected('out-of-space')
    await askByEmail(pool, 'RequestPasswordReset', email)
    giveOwed()
    return { ...DONE, message: RESET_LINK_SENT }
  })

  app.post('/api/reset-password', byAddress(30, HOUR_MS), async (request, reply) => {
    const { token, password } = readInput(ResetPasswordRequest, request.body)
    if (space.isLow()) throw new Rejected('out-of-space')
    const userId = await resetPassword(pool, token, password)
    giveOwed()
    const endedThis = request.caller?.userId === userId
    if (endedThis) forgetSession(reply, cookies)
    return { endedThis } satisfies ResetPasswordAnswer
  })

  app.post('/api/account/confirm-email', byAddress(30, HOUR_MS), async request => {
    const { token } = readInput(ConfirmEmailRequest, request.body)
    const changed = await confirmEmail(pool, token)
    giveOwed()
    return { changed } satisfies ConfirmEmailAnswer
  })
}

/** Changes that a signed-in person makes to the account. */
export const accountSettingsRoutes = (
  app: FastifyInstance,
  {
    pool,
    cookies,
    limits,
    giveOwed,
    goOnClosing,
    space,
    wrongPasswords,
  }: AccountSettingsParts & {
    readonly wrongPasswords: WrongPasswords
  },
): void => {
  const often = { onRequest: limits.ofCaller(30, { name: 'account-settings' }) }
  const emailsChanged = limits.budget('emails-changed', { limit: 5, windowMs: HOUR_MS })

  app.addHook('preHandler', async () => {
    if (space.isLow()) throw new Rejected('out-of-space')
  })

  app.post('/api/account/password', often, async (request, reply) => {
    const caller = requireCaller(request)
    const given = readInput(ChangePasswordRequest, request.body)
    await wrongPasswords.limit(caller.userId, reply, () => changePassword(pool, caller, given))
    giveOwed()
    return DONE
  })

  app.post('/api/auth/confirm', often, async (request, reply) => {
    const caller = requireCaller(request)
    const { password } = readInput(ConfirmRequest, request.body)
    return wrongPasswords.limit(caller.userId, reply, () => confirm(pool, caller, password))
  })

  app.post('/api/account/email', async (request, reply) => {
    const caller = requireCaller(request)
    const given = readInput(ChangeEmailRequest, request.body)
    await wrongPasswords.limit(caller.userId, reply, async () => {
      await emailsChanged.spend(caller.userId, reply)
      await requestEmailChange(pool, caller, given)
    })
    giveOwed()
    return reply.code(202).send(DONE)
  })

  app.post('/api/account/delete', often, async (request, reply) => {
    const caller = requireCaller(request)
    const { currentPassword } = readInput(DeleteAccountRequest, request.body)
    await wrongPasswords.limit(caller.userId, reply, () => closeAccount(pool, caller, currentPassword))
    forgetSession(reply, cookies)
    goOnClosing()
    return DONE
  })

  app.delete('/api/account/email', often, async request => {
    await withdrawEmailChange(pool, requireCaller(request))
    return DONE
  })

  app.put('/api/account/username', often, async request => {
    const { username } = readInput(ChangeUsernameRequest, request.body)
    await changeUsername(pool, requireCaller(request), username)
    giveOwed()
    return { username }
  })

  app.put('/api/account/first-name', often, async request => {
    const { firstName } = readInput(ChangeFirstNameRequest, request.body)
    await changeFirstName(pool, requireCaller(request), firstName)
    giveOwed()
    return { firstName: firstName === '' ? null : firstName }
  })

  app.put('/api/account/news', often, async request => {
    await oweCommand(pool, requireCaller(request).userId, {
      type: 'SubscribeToMail',
      now: new Date().toISOString(),
    })
    giveOwed()
    return DONE
  })

  app.delete<ById>('/api/account/sessions/:id', often, async (request, reply) => {
    const { userId, sessionId } = requireCaller(request)
    const { id } = request.params
    if (!UUID.test(id) || !(await revokeSessionOf(pool, userId, id))) throw new Rejected('session-not-found')
    if (id === sessionId) forgetSession(reply, cookies)
    return { ended: 1 } satisfies EndedSessions
  })

  app.delete<{ Querystring: { all?: string } }>('/api/account/sessions', often, async (request, reply) => {
    const { userId, sessionId } = requireCaller(request)
    const isAll = request.query.all === 'true'
    const ended = await revokeSessions(pool, userId, isAll ? undefined : sessionId)
    if (isAll) forgetSession(reply, cookies)
    return { ended } satisfies EndedSessions
  })
}
