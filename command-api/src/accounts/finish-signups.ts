import { setTimeout as pause } from 'node:timers/promises'
import type { Position } from '@lectern/platform/event-store/port.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import type { Aggregates } from '../aggregates.ts'
import type { UserRow, Users } from './users.ts'

const AGAIN_AFTER_MS = 5_000

/** Opens the account's and the library's stream where they are not; gives the position of the latter's end. */
export type OpenStreams = (user: UserRow) => Promise<Position | undefined>

export const openStreamsWith =
  (users: Users, { accounts, libraries }: Pick<Aggregates, 'accounts' | 'libraries'>): OpenStreams =>
  async ({ id: userId, library_id: libraryId }) => {
    const now = new Date().toISOString()
    const issued = { actorId: userId, via: 'web', commandId: `open-${userId}` } as const
    await accounts.handle(userId, { type: 'OpenAccount', userId, libraryId, now }, issued)
    const opened = { type: 'OpenLibrary', libraryId, ownerId: userId, now } as const
    const { position } = await libraries.handle(libraryId, opened, issued)
    await users.markOpened(userId)
    return position
  }

/**
 * A function that opens, in the background, the streams of signups that died half-way. While the event store is away it
 * tries again every 5 s, and calls meanwhile change nothing.
 */
export const signupFinisher = ({
  users,
  openStreams,
  log,
  signal,
}: {
  users: Users
  openStreams: OpenStreams
  log: Log
  signal: AbortSignal
}): (() => void) => {
  let isRunning = false

  /** One that cannot be finished does not keep the others from it. @throws AggregateError of those that could not */
  const finishAll = async (): Promise<void> => {
    const errors: unknown[] = []
    for (const user of await users.notOpened()) {
      try {
        await openStreams(user)
        log.info({ userId: user.id }, 'finished a signup that had died half-way')
      } catch (error) {
        errors.push(new Error(`the signup of ${user.id}`, { cause: error }))
      }
    }
    if (errors.length > 0) throw new AggregateError(errors)
  }

  const run = async (): Promise<void> => {
    for (let isTold = false; ; isTold = true) {
      try {
        return await finishAll()
      } catch (error) {
        if (!isTold) log.warn({ err: error }, 'signups that died half-way are finished when that is possible')
      }
      await pause(AGAIN_AFTER_MS, undefined, { signal })
    }
  }

  return () => {
    if (isRunning) return
    isRunning = true
    run()
      // The process is stopping.
      .catch(() => {})
      .finally(() => {
        isRunning = false
      })
  }
}
