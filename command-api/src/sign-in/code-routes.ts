import { CodesRequest, ConfirmCodesRequest } from '@lectern/contracts/api/codes.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FastifyInstance } from 'fastify'
import type { WrongPasswords } from '../accounts/wrong-passwords.ts'
import type { Codes } from './codes.ts'

/** The one-time codes of the person who is signed in. */
export const codeSettings = (
  app: FastifyInstance,
  {
    codes,
    limits,
    giveOwed,
    wrongPasswords,
  }: {
    readonly codes: Codes
    readonly limits: Limits
    readonly giveOwed: () => void
    readonly wrongPasswords: WrongPasswords
  },
): void => {
  const often = { onRequest: limits.ofCaller(30, { name: 'codes' }) }

  app.post('/api/account/totp', often, async (request, reply) => {
    const caller = requireCaller(request)
    const { currentPassword } = readInput(CodesRequest, request.body)
    return wrongPasswords.limit(caller.userId, reply, () => codes.begin(caller, currentPassword))
  })

  app.post('/api/account/totp/confirm', often, async request => {
    const { code } = readInput(ConfirmCodesRequest, request.body)
    const made = await codes.confirm(requireCaller(request), code)
    giveOwed()
    return made
  })

  app.delete('/api/account/totp', often, async (request, reply) => {
    const caller = requireCaller(request)
    const { currentPassword } = readInput(CodesRequest, request.body)
    await wrongPasswords.limit(caller.userId, reply, () => codes.end(caller, currentPassword))
    giveOwed()
    return { success: true }
  })
}
