import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import type { FreeSpace } from '@lectern/platform/free-space.ts'
import type { Log } from '@lectern/platform/log.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Deciders } from '../deciders.ts'
import { hashPassword, isCommonPassword, verifyPassword } from './passwords.ts'
import type { UserRow, Users } from './users.ts'

export type Signup = {
  readonly email: string
  readonly username: string
  readonly password: string
  /** Where the request comes from, for the rule against abuse; undefined is exempt. */
  readonly location: Buffer | undefined
  /** The Idempotency-Key; undefined where the client gave none. */
  readonly commandId: string | undefined
}

export type SignedIn = { readonly user: UserRow; readonly position: Position | undefined }

export type Accounts = {
  /** @throws Rejected out-of-space, password-too-common, email-taken, username-taken, too-many-accounts */
  signUp(signup: Signup): Promise<SignedIn>
  /** @throws Rejected wrong-credentials */
  logIn(emailOrUsername: string, password: string): Promise<SignedIn>
  /** undefined where nobody has this name. */
  idOf(emailOrUsername: string): Promise<string | undefined>
  /** Opens the account's and the library's stream where they are not; gives the position of the latter's end. */
  openStreams(user: UserRow): Promise<Position | undefined>
  /** Opens the streams of signups that died half-way. */
  finishSignups(log: Log): Promise<void>
}

/** A signup is a row, then AccountOpened, then LibraryOpened: whichever step it died after, the rest can be done again. */
export const accountsOf = (
  users: Users,
  { accounts, libraries }: Pick<Deciders, 'accounts' | 'libraries'>,
  space: Pick<FreeSpace, 'isLow'>,
): Accounts => {
  const openStreams = async ({
    id: userId,
    library_id: libraryId,
  }: UserRow): Promise<Position | undefined> => {
    const now = new Date().toISOString()
    const issued = { actorId: userId, via: 'web', commandId: `open-${userId}` } as const
    await accounts.handle(userId, { type: 'OpenAccount', userId, libraryId, now }, issued)
    const opened = { type: 'OpenLibrary', libraryId, ownerId: userId, now } as const
    const { position } = await libraries.handle(libraryId, opened, issued)
    await users.markOpened(userId)
    return position
  }

  const signIn = async (user: UserRow): Promise<SignedIn> => ({
    user,
    position: user.opened ? undefined : await openStreams(user),
  })

  /** The earlier request of a signup that is sent again, if this is one and it got as far as the row. */
  const findEarlier = async ({ email, password, commandId }: Signup): Promise<UserRow | undefined> => {
    const user = await users.findByEmail(email)
    if (user === undefined) return undefined
    const isRepeated = commandId !== undefined && user.signup_command === commandId
    if (isRepeated && (await verifyPassword(user.password_hash, password))) return user
    throw new Rejected('email-taken', { hasAccount: true })
  }

  return {
    openStreams,

    signUp: async signup => {
      if (space.isLow()) throw new Rejected('out-of-space')
      const { email, username, password, location, commandId } = signup
      if (isCommonPassword(password)) throw new Rejected('password-too-common')
      const earlier = await findEarlier(signup)
      if (earlier !== undefined) return signIn(earlier)

      const names = { id: uuidv7(), library_id: uuidv7(), email, username }
      const added = await users.add(
        { ...names, password_hash: await hashPassword(password), signup_command: commandId ?? null },
        location,
      )
      return signIn(added)
    },

    logIn: async (name, password) => {
      const user = await users.find(name)
      if (!(await verifyPassword(user?.password_hash, password)) || user === undefined)
        throw new Rejected('wrong-credentials')
      return signIn(user)
    },

    idOf: async name => (await users.find(name))?.id,

    finishSignups: async log => {
      for (const user of await users.notOpened()) {
        await openStreams(user)
        log.info({ userId: user.id }, 'finished a signup that had died half-way')
      }
    },
  }
}
