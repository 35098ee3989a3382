import { libraryStream } from '@lectern/contracts/events/library.ts'
import { PAST_KEPT_MS, PASTS_CHANNEL } from '@lectern/contracts/read-model/pasts.ts'
import { READ_VERSION } from '@lectern/contracts/read-model/tables.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { listen } from '@lectern/platform/postgres/listen.ts'
import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import { backoff } from '@lectern/platform/process/until-there.ts'
import { isPoison, isSuspect, pause, wakeable } from '../engine/failures.ts'
import { findSchema } from '../schemas.ts'
import { eventsUntil } from './events-until.ts'
import { foldPast } from './fold.ts'
import { beginPast, dropOldPasts, endPast, nextPast, type Past } from './tables.ts'

/** Old pasts are looked for this often, in ms. */
const LOOK_MS = 30_000
/** As the other statements of projectors (connect.ts). */
const LARGEST_MS = 119_500

export type PastsParts = {
  readonly databaseUrl: string
  readonly store: EventStore
  readonly log: Log
  readonly signal: AbortSignal
  readonly now?: () => Date
}

/**
 * Prepares the pasts that query-api asks for, one after the other, until the signal aborts. What was done is in Postgres: after a
 * crash the next process goes on with the batch that came next.
 */
export const keepPasts = async (parts: PastsParts): Promise<void> => {
  const { databaseUrl, log, signal } = parts
  let wake = () => {}
  const listening = hearWishes(databaseUrl, signal, () => wake())
  for (let attempt = 0; !signal.aborted; ) {
    try {
      const asked = wakeable(signal, LOOK_MS)
      wake = asked.wake
      await preparePasts(parts)
      attempt = 0
      await asked.promise
    } catch (error) {
      if (signal.aborted) break
      log.warn({ err: error }, 'a past waits for Postgres or the event store')
      await pause(backoff(attempt++), signal)
    }
  }
  await listening
}

const hearWishes = async (url: string, signal: AbortSignal, hear: () => void): Promise<void> => {
  for await (const _ of listen({ url, name: 'projectors-pasts', channels: [PASTS_CHANNEL], signal })) hear()
}

/** Drops what is old, and prepares everything that is wanted. */
export const preparePasts = async ({
  databaseUrl,
  store,
  log,
  signal,
  now = () => new Date(),
}: PastsParts): Promise<void> => {
  // Connections of their own: the lanes never wait for one, and the statements, which name the schema, go with them.
  const pool = connectPostgres({
    url: databaseUrl,
    name: 'projectors-pasts',
    max: 1,
    statementTimeout: LARGEST_MS,
    // A process that stands still loses the lock.
    settings:
      '-c synchronous_commit=off -c idle_in_transaction_session_timeout=4s -c idle_session_timeout=20s',
  })
  let unlock = async (): Promise<unknown> => undefined
  try {
    // Another process may prepare them. The lock goes with a connection that breaks.
    const { rows } = await pool.query<{ isOurs: boolean }>(
      `SELECT pg_try_advisory_lock(hashtext('prepare-pasts')) AS "isOurs"`,
    )
    if (!rows[0]?.isOurs) return
    unlock = () => pool.query(`SELECT pg_advisory_unlock(hashtext('prepare-pasts'))`).catch(() => {})
    for (;;) {
      await dropOldPasts(pool, { now: now(), keptMs: PAST_KEPT_MS, version: READ_VERSION })
      const past = signal.aborted ? undefined : await nextPast(pool)
      if (past === undefined) return
      await prepare({ pool, store, log, signal }, past)
    }
  } finally {
    // A connection that ends holds its locks for a moment more.
    await unlock()
    await pool.end()
  }
}

type Parts = Pick<PastsParts, 'store' | 'log' | 'signal'> & { readonly pool: Pool }

const prepare = async (parts: Parts, past: Past): Promise<void> => {
  const { pool, store, log } = parts
  const begun = performance.now()
  try {
    if (past.state === 'wanted') {
      const { revision, first } = await eventsUntil(store, libraryStream(past.library_id), past.at)
      if (revision === 0) return await endPast(pool, past, 'too-early', first)
      const current = await findSchema(pool, 'current')
      if (current?.version !== READ_VERSION) throw new Error('the read models are being brought up to date')
      if (!(await beginPast(pool, past, current.schema, revision))) return
      past = { ...past, state: 'filling', total: revision }
    }
    const total = past.total ?? 0
    if (!(await foldPast(parts, { ...past, total }))) return
    await endPast(pool, past, 'ready')
    log.info({ events: total, ms: Math.round(performance.now() - begun) }, 'a past is ready')
  } catch (error) {
    if (!isPoison(error) && !isSuspect(error)) throw error
    log.error({ err: error, libraryId: past.library_id, at: past.at }, 'a past cannot be folded')
    await endPast(pool, past, 'failed')
  }
}
