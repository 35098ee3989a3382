import type { Plan } from '@lectern/contracts/plans.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import type { Aggregates } from '../aggregates.ts'
import { type LoopParts, loop } from '../loop.ts'
import type { UserRow, Users } from './users.ts'

const AGAIN_AFTER_MS = 5_000

/** Opens the streams of the account and the library if they are missing; gives the end of the library's stream. */
export type OpenStreams = (user: UserRow) => Promise<Position | undefined>

/** @param plan what new accounts begin with */
export const openStreamsWith =
  (
    users: Users,
    { accounts, libraries }: Pick<Aggregates, 'accounts' | 'libraries'>,
    plan: Plan | undefined,
  ): OpenStreams =>
  async ({ id: userId, library_id: libraryId }) => {
    const now = new Date().toISOString()
    const issued = { actorId: userId, via: 'web', commandId: `open-${userId}` } as const
    await accounts.handle(userId, { type: 'OpenAccount', userId, libraryId, plan, now }, issued)
    const opened = { type: 'OpenLibrary', libraryId, ownerId: userId, plan, now } as const
    const { position } = await libraries.handle(libraryId, opened, issued)
    await users.markOpened(userId)
    return position
  }

/**
 * Finishes interrupted signups at the start, and when the returned function is called. It tries again every 5 s while the event
 * store is away.
 */
export const signupFinisher = ({
  users,
  openStreams,
  ...parts
}: LoopParts & { readonly users: Users; readonly openStreams: OpenStreams }): (() => void) => {
  /** Finishes every signup it can. @throws AggregateError of the failures */
  const finishAll = async (): Promise<void> => {
    const errors: unknown[] = []
    for (const user of await users.notOpened()) {
      try {
        await openStreams(user)
        parts.log.info({ userId: user.id }, 'finished an interrupted signup')
      } catch (error) {
        errors.push(new Error(`the signup of ${user.id}`, { cause: error }))
      }
    }
    if (errors.length > 0) throw new AggregateError(errors)
  }
  const failure = 'interrupted signups cannot be finished yet'
  return loop({ ...parts, work: finishAll, againMs: AGAIN_AFTER_MS, failure })
}
