import { Rejected } from '@lectern/contracts/api/errors.ts'
import {
  AddPasskeyRequest,
  PasskeyOptionsRequest,
  PasskeySignInRequest,
  RemovePasskeyRequest,
  RenamePasskeyRequest,
  type SignInMethods,
} from '@lectern/contracts/api/passkeys.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FastifyInstance } from 'fastify'
import type { WrongPasswords } from '../accounts/wrong-passwords.ts'
import type { ById } from '../routes/commands.ts'
import { UUID } from '../routes/uuid.ts'
import type { Passkeys } from './passkeys.ts'
import type { Sessions } from './sessions.ts'

const MINUTE_MS = 60_000
const PUBLIC = { config: { isPublic: true } }

type Parts = {
  /** undefined where this site cannot have any. */
  readonly passkeys: Passkeys | undefined
  readonly limits: Limits
}

/** Signing in by a passkey. */
export const passkeySignIn = (
  app: FastifyInstance,
  { passkeys, limits, sessions }: Parts & { readonly sessions: Sessions },
): void => {
  const byAddress = { ...PUBLIC, onRequest: limits.ofAddress({ limit: 60, windowMs: MINUTE_MS }) }

  app.get('/api/auth/methods', PUBLIC, async (_request, reply): Promise<SignInMethods> => {
    reply.header('cache-control', 'no-store')
    return { passkeys: passkeys !== undefined }
  })

  app.post('/api/auth/passkey/options', byAddress, async () => offered(passkeys).optionsToSignIn())

  app.post('/api/auth/passkey', byAddress, async (request, reply) => {
    const { credential } = readInput(PasskeySignInRequest, request.body)
    return sessions.signIn(request, reply, await offered(passkeys).prove(credential), 'passkey')
  })
}

/** The passkeys of the person who is signed in. */
export const passkeySettings = (
  app: FastifyInstance,
  {
    passkeys,
    limits,
    giveOwed,
    wrongPasswords,
  }: Parts & { readonly giveOwed: () => void; readonly wrongPasswords: WrongPasswords },
): void => {
  const often = { onRequest: limits.ofCaller(30, { name: 'passkeys' }) }

  app.post('/api/account/passkeys/options', often, async (request, reply) => {
    const caller = requireCaller(request)
    const { currentPassword } = readInput(PasskeyOptionsRequest, request.body)
    return wrongPasswords.limit(caller.userId, reply, () =>
      offered(passkeys).optionsToAdd(caller, currentPassword),
    )
  })

  app.post('/api/account/passkeys', often, async (request, reply) => {
    const { name, credential } = readInput(AddPasskeyRequest, request.body)
    const made = await offered(passkeys).add(requireCaller(request), name, credential)
    giveOwed()
    return reply.code(201).send(made)
  })

  app.patch<ById>('/api/account/passkeys/:id', often, async request => {
    const { name } = readInput(RenamePasskeyRequest, request.body)
    await offered(passkeys).rename(requireCaller(request), idIn(request.params), name)
    return { name }
  })

  app.delete<ById>('/api/account/passkeys/:id', often, async (request, reply) => {
    const caller = requireCaller(request)
    const { currentPassword } = readInput(RemovePasskeyRequest, request.body)
    const id = idIn(request.params)
    await wrongPasswords.limit(caller.userId, reply, () =>
      offered(passkeys).remove(caller, id, currentPassword),
    )
    giveOwed()
    return { id }
  })
}

/** @throws Rejected no-passkeys-here */
const offered = (passkeys: Passkeys | undefined): Passkeys => {
  if (passkeys === undefined) throw new Rejected('no-passkeys-here')
  return passkeys
}

/** @throws Rejected passkey-not-found */
const idIn = ({ id }: { id: string }): string => {
  if (!UUID.test(id)) throw new Rejected('passkey-not-found')
  return id
}
