import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { rateLimitNetwork, shortNetwork } from '@lectern/platform/http/client-address.ts'
import type { FreeSpace } from '@lectern/platform/process/free-space.ts'
import { v7 as uuidv7 } from 'uuid'
import type { OpenStreams } from './finish-signups.ts'
import { hashPassword, isCommonPassword, isOutdated, verifyNobody, verifyPassword } from './passwords.ts'
import type { UserRow, Users } from './users.ts'

export type Signup = {
  readonly email: string
  readonly username: string
  readonly password: string
  readonly address: string
  /** Network of the request, for the limit of free accounts; undefined is exempt. */
  readonly location: Buffer | undefined
  /** The Idempotency-Key, if the client gave one. */
  readonly commandId: string | undefined
}

export type SignedIn = { readonly user: UserRow; readonly position: Position | undefined }

export type Accounts = {
  /** @throws Rejected out-of-space, password-too-common, email-taken, username-taken, too-many-accounts, unavailable */
  signUp(signup: Signup): Promise<SignedIn>
  /** @throws Rejected wrong-credentials, unavailable */
  logIn(emailOrUsername: string, password: string, address: string): Promise<UserRow>
  /** undefined for an unknown name. */
  idOf(emailOrUsername: string): Promise<string | undefined>
}

/** A signup is a row, then AccountOpened, then LibraryOpened. An interrupted one can be finished from any step. */
export const accountsOf = ({
  users,
  openStreams,
  finishSignups,
  space,
}: {
  users: Users
  openStreams: OpenStreams
  /** Finishes interrupted signups in the background, since a login does not need the event store. */
  finishSignups: () => void
  space: Pick<FreeSpace, 'isLow'>
}): Accounts => {
  const signIn = async (user: UserRow): Promise<SignedIn> => ({
    user,
    position: user.opened ? undefined : await openStreams(user),
  })

  /** The account with a hash of the present cost. Another sign-in may have renewed it first. @throws Rejected wrong-credentials, unavailable */
  const renewed = async (user: UserRow, password: string): Promise<UserRow> => {
    const hash = await hashPassword({ userId: user.id, isOwner: true }, password)
    const now = await users.renewHash(user, hash)
    if (now.password_hash !== hash && !(await verifyPassword(now, password, true)))
      throw new Rejected('wrong-credentials')
    return now
  }

  /** The row of a signup that is repeated under its Idempotency-Key. @throws Rejected email-taken */
  const findEarlier = async ({ email, password, commandId }: Signup): Promise<UserRow | undefined> => {
    const user = await users.findByEmail(email)
    if (user === undefined) return undefined
    const isRepeated = commandId !== undefined && user.signup_command === commandId
    if (isRepeated && (await verifyPassword(user, password, false))) return user
    throw new Rejected('email-taken', { hasAccount: true })
  }

  return {
    signUp: async signup => {
      if (space.isLow()) throw new Rejected('out-of-space')
      const { email, username, password, address, location, commandId } = signup
      if (isCommonPassword(password)) throw new Rejected('password-too-common')
      const earlier = await findEarlier(signup)
      if (earlier !== undefined) return signIn(earlier)

      const names = { id: uuidv7(), library_id: uuidv7(), email, username }
      const added = await users.add(
        {
          ...names,
          password_hash: await hashPassword({ network: rateLimitNetwork(address) }, password),
          signup_command: commandId ?? null,
        },
        location,
      )
      return signIn(added)
    },

    logIn: async (name, password, address) => {
      const user = await users.find(name)
      const isOwner = await users.hasSessionIn(shortNetwork(address), user?.id)
      if (user === undefined) await verifyNobody(rateLimitNetwork(address), password)
      if (user === undefined || !(await verifyPassword(user, password, isOwner)))
        throw new Rejected('wrong-credentials')
      if (!user.opened) finishSignups()
      return isOutdated(user.password_hash) ? renewed(user, password) : user
    },

    idOf: async name => (await users.find(name))?.id,
  }
}
