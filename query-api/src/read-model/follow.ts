import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { Lane } from '@lectern/contracts/read-model/lanes.ts'
import {
  type LibraryChange,
  PROGRESS_CHANNEL,
  parseProgress,
} from '@lectern/contracts/read-model/progress.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { comparePositions, laterPosition, parsePosition } from '@lectern/platform/event-store/position.ts'
import { ACCOUNT_CHANGED_CHANNEL, SESSION_ENDED_CHANNEL } from '@lectern/platform/http/sessions.ts'
import { MEMBERSHIPS_CHANNEL } from '@lectern/platform/http/shared-library.ts'
import { listen } from '@lectern/platform/postgres/listen.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import { inTraces } from '@lectern/platform/process/tracing.ts'

/** Interval at which waiting reads look at the checkpoints themselves, in case a notification is lost. */
const POLL_MS = 100
/** A start waits this long for Postgres. */
const START_MS = 2_000

export type ReadModel = {
  /** The schema to read. @throws Rejected being-updated while no schema of this version is current, unavailable while that is unknown */
  schema(): string
  isPast(lanes: readonly Lane[], position: Position): boolean
  /** Resolves with whether the lanes passed the position within the time. */
  waitUntilPast(lanes: readonly Lane[], position: Position, ms: number): Promise<boolean>
  /** Calls back for every change of a library, with null where changes may have been missed. Returns what ends it. */
  onChange(hear: (change: LibraryChange | null) => void): () => void
  onSessionEnded(hear: (sessionId: string) => void): void
  onAccountChanged(hear: (userId: string) => void): void
  /** Something that others share with a person began, ended or was chosen otherwise. */
  onMembershipsChanged(hear: (userId: string) => void): void
}

type Waiter = { readonly isDone: () => boolean; readonly wake: () => void }

/** Follows the projectors' notifications: which schema is current, and how far each lane is. Resolves once it listens, or after START_MS. */
export const followReadModel = async ({
  pool,
  databaseUrl,
  log,
  signal,
}: {
  pool: Pool
  databaseUrl: string
  log: Log
  signal: AbortSignal
}): Promise<ReadModel> => {
  let schema: string | undefined
  let isUpdating = false
  let positions = new Map<string, Position>()
  const waiters = new Set<Waiter>()
  const changeHearers = new Set<(change: LibraryChange | null) => void>()
  const listening = Promise.withResolvers<void>()
  let sessionHearer = (_sessionId: string) => {}
  let accountHearer = (_userId: string) => {}
  let membershipsHearer = (_userId: string) => {}

  const advance = (lane: string, text: string) => {
    const position = laterPosition(positions.get(lane), parsePosition(text))
    if (position) positions.set(lane, position)
  }

  const wakeReady = () => {
    for (const waiter of waiters) if (waiter.isDone()) waiter.wake()
  }

  /** @param fresh after a gap: a Postgres that lost its last commits may have put positions back */
  const look = async ({ fresh }: { fresh: boolean }): Promise<void> => {
    const current = await currentReadSchema(pool)
    isUpdating = current === undefined
    if (current === undefined) {
      schema = undefined
      return
    }
    const { rows } = await pool.query<{ lane: string; position: string }>(
      `SELECT lane, position FROM ${current}.checkpoints`,
    )
    if (fresh || current !== schema) positions = new Map()
    const isFirst = schema === undefined
    schema = current
    for (const { lane, position } of rows) advance(lane, position)
    wakeReady()
    // Tabs whose reads were refused meanwhile ask again.
    if (isFirst) tellOfGap()
  }

  const tellOfGap = () => {
    for (const hear of changeHearers) hear(null)
  }

  const lookSafely = (fresh: boolean) =>
    look({ fresh }).catch(error => log.debug({ err: error }, 'the read models could not be looked at'))

  let isLooking = false
  /** Looks once, however many reads are refused meanwhile. */
  const lookOnce = async () => {
    if (isLooking) return
    isLooking = true
    await lookSafely(false)
    isLooking = false
  }

  const hearProgress = async (payload: string): Promise<void> => {
    const progress = parseProgress(payload)
    if (progress === undefined) return
    if (progress.schema !== schema) await lookSafely(false)
    if (progress.schema !== schema) return
    inTraces(progress.traces ?? [], () => {
      for (const change of progress.changes) for (const hear of changeHearers) hear(change)
    })
    for (const [lane, position] of Object.entries(progress.lanes)) advance(lane, position)
    wakeReady()
  }

  const hearAll = async (): Promise<void> => {
    const channels = [PROGRESS_CHANNEL, SESSION_ENDED_CHANNEL, ACCOUNT_CHANGED_CHANNEL, MEMBERSHIPS_CHANNEL]
    for await (const notification of listen({
      url: databaseUrl,
      name: 'query-api-progress',
      channels,
      signal,
    })) {
      if (notification === 'gap') {
        await lookSafely(true)
        listening.resolve()
        tellOfGap()
      } else if (notification.channel === SESSION_ENDED_CHANNEL) sessionHearer(notification.payload)
      else if (notification.channel === ACCOUNT_CHANGED_CHANNEL) accountHearer(notification.payload)
      else if (notification.channel === MEMBERSHIPS_CHANNEL) membershipsHearer(notification.payload)
      else await hearProgress(notification.payload)
    }
  }
  void hearAll()
  // The wait is bounded, so that the API answers 503 while Postgres is away.
  const patience = setTimeout(() => listening.resolve(), START_MS)
  await listening.promise
  clearTimeout(patience)

  const isPast = (lanes: readonly Lane[], position: Position) =>
    lanes.every(lane => {
      const reached = positions.get(lane)
      return reached !== undefined && comparePositions(reached, position) >= 0
    })

  let polling: NodeJS.Timeout | undefined
  const poll = () => {
    if (polling !== undefined) return
    polling = setTimeout(async () => {
      await lookSafely(false)
      polling = undefined
      if (waiters.size > 0) poll()
    }, POLL_MS)
  }

  return {
    schema: () => {
      if (schema !== undefined) return schema
      void lookOnce()
      throw new Rejected(isUpdating ? 'being-updated' : 'unavailable')
    },
    isPast,
    waitUntilPast: (lanes, position, ms) => {
      if (isPast(lanes, position)) return Promise.resolve(true)
      // No schema is current: the read will be refused anyway.
      if (schema === undefined) return Promise.resolve(false)
      return new Promise(resolve => {
        const wake = () => {
          clearTimeout(timer)
          waiters.delete(waiter)
          resolve(isPast(lanes, position))
        }
        const waiter = { isDone: () => isPast(lanes, position), wake }
        const timer = setTimeout(wake, ms)
        waiters.add(waiter)
        poll()
      })
    },
    onChange: hear => {
      changeHearers.add(hear)
      return () => changeHearers.delete(hear)
    },
    onSessionEnded: hear => {
      sessionHearer = hear
    },
    onAccountChanged: hear => {
      accountHearer = hear
    },
    onMembershipsChanged: hear => {
      membershipsHearer = hear
    },
  }
}
