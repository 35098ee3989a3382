import { CreateDeviceRequest, CreateTokenRequest } from '@lectern/contracts/api/access.ts'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { hasApi } from '@lectern/contracts/plans.ts'
import { revokeTokenOf } from '@lectern/platform/http/access-tokens.ts'
import { type Caller, requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import type { FastifyInstance } from 'fastify'
import { createDevice, createToken } from '../accounts/access-tokens.ts'
import type { WrongPasswords } from '../accounts/wrong-passwords.ts'
import type { Aggregates } from '../aggregates.ts'
import type { AccountSettingsParts } from './account-settings.ts'
import type { ById } from './commands.ts'
import { UUID } from './uuid.ts'

type Parts = Pick<Aggregates, 'libraries'> &
  Pick<AccountSettingsParts, 'pool' | 'limits' | 'space'> & { readonly wrongPasswords: WrongPasswords }

/** @throws Rejected plan-without-api */
const requireApi = ({ libraries }: Pick<Aggregates, 'libraries'>, { libraryId }: Caller): Promise<void> =>
  libraries.read(libraryId, ({ allowance: { plan } }) => {
    if (!hasApi(plan)) throw new Rejected('plan-without-api')
  })

/** Refuses tokens of a library whose plan has no API any more. */
export const requireApiOfTokens = (app: FastifyInstance, parts: Pick<Aggregates, 'libraries'>): void => {
  app.addHook('onRequest', async ({ caller }) => {
    if (caller?.token?.kind === 'token') await requireApi(parts, caller)
  })
}

/** What a person lets programs do with the library. */
export const accessRoutes = (
  app: FastifyInstance,
  { libraries, pool, limits, space, wrongPasswords }: Parts,
): void => {
  const often = { onRequest: limits.ofCaller(30, { name: 'access' }) }

  /** Access can be taken away without room. */
  const givesAccess = {
    ...often,
    preHandler: async () => {
      if (space.isLow()) throw new Rejected('out-of-space')
    },
  }

  app.post('/api/account/tokens', givesAccess, async (request, reply) => {
    const caller = requireCaller(request)
    const wanted = readInput(CreateTokenRequest, request.body)
    await requireApi({ libraries }, caller)
    const made = await wrongPasswords.limit(caller.userId, reply, () => createToken(pool, caller, wanted))
    return reply.code(201).send(made)
  })

  app.post('/api/account/devices', givesAccess, async (request, reply) => {
    const caller = requireCaller(request)
    const wanted = readInput(CreateDeviceRequest, request.body)
    const made = await wrongPasswords.limit(caller.userId, reply, () => createDevice(pool, caller, wanted))
    return reply.code(201).send(made)
  })

  for (const kind of ['token', 'device'] as const)
    app.delete<ById>(`/api/account/${kind}s/:id`, often, async request => {
      const { id } = request.params
      const { userId } = requireCaller(request)
      if (!UUID.test(id) || !(await revokeTokenOf(pool, userId, kind, id)))
        throw new Rejected('token-not-found')
      return { id }
    })
}
