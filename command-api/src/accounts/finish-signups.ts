import { setTimeout as pause } from 'node:timers/promises'
import type { Position } from '@lectern/platform/event-store/port.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import type { Aggregates } from '../aggregates.ts'
import type { UserRow, Users } from './users.ts'

const AGAIN_AFTER_MS = 5_000

/** Opens the streams of the account and the library if they are missing; gives the end of the library's stream. */
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
 * Gives a function that finishes interrupted signups in the background. It retries every 5 s while the event store is
 * away; further calls during that time do nothing.
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

  /** Finishes every signup it can. @throws AggregateError of the failures */
  const finishAll = async (): Promise<void> => {
    const errors: unknown[] = []
    for (const user of await users.notOpened()) {
      try {
        await openStreams(user)
        log.info({ userId: user.id }, 'finished an interrupted signup')
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
        if (!isTold) log.warn({ err: error }, 'interrupted signups cannot be finished yet')
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
