import { setTimeout as sleep } from 'node:timers/promises'
import { connectPostgres, type PoolClient } from '@lectern/platform/postgres/postgres.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import { pause, wakeable } from './engine/failures.ts'

/** The leader asks Postgres this often, in ms, whether its connection still lives. */
const LOOK_MS = 1_000
/** The other processes ask for the lead this often, in ms, and for Postgres while it is away. */
const ASK_MS = 500
/** A leader whose connection does not answer for this long, in ms, leads no more. */
const ANSWER_MS = 2_000
/** Postgres ends the connection of a leader that stands still or cannot be reached. A leader that runs has given up by then. */
const SETTINGS = '-c idle_session_timeout=4s'
/** What a leader began may come to its end for this long, in ms, before another one leads. */
const LET_GO_MS = 1_000

/** neither: Postgres has not said yet who leads. */
export type LeadState = 'leads' | 'waits' | 'neither'

export type LeadParts = {
  readonly databaseUrl: string
  readonly log: Log
  readonly signal: AbortSignal
  readonly onChange: (state: LeadState) => void
}

/**
 * Does the work whenever this process leads, until the signal aborts. The one of all projectors leads that holds a lock of
 * Postgres, on a connection of its own. The work's signal aborts when that connection is lost: another process may lead by
 * then. Checkpoints keep a transaction that comes too late from writing anything.
 * @throws what the work throws
 */
export const whileLeading = async (
  parts: LeadParts,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const { log, signal, onChange } = parts
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const lead = await takeLead(parts).catch((error: unknown) => {
      onChange('neither')
      log[attempt === 0 ? 'warn' : 'debug']({ err: error }, 'the lead waits for Postgres')
    })
    if (!lead) {
      await pause(ASK_MS, signal)
      continue
    }
    attempt = 0
    log.info('leads the projectors')
    onChange('leads')
    try {
      const working = work(lead.signal)
      await Promise.race([
        working,
        wakeable(lead.signal).promise.then(() => sleep(LET_GO_MS, undefined, { ref: false })),
      ])
      await lead.letGo()
      await working
    } finally {
      await lead.letGo()
      onChange('neither')
    }
    if (!signal.aborted) log.warn('lost the connection that holds the lead')
  }
}

/** Waits for the lead. @returns undefined where the signal aborted first @throws where Postgres is away */
const takeLead = async ({ databaseUrl, signal, onChange }: LeadParts) => {
  const pool = connectPostgres({
    url: databaseUrl,
    name: 'projectors-lead',
    max: 1,
    queryTimeout: ANSWER_MS,
    settings: SETTINGS,
  })
  const over = new AbortController()
  let client: PoolClient | undefined
  const letGo = async () => {
    over.abort()
    client?.release(true)
    client = undefined
    await pool.end().catch(() => {})
  }
  try {
    client = await pool.connect()
    while (!signal.aborted && !(await isOurs(client))) {
      onChange('waits')
      await pause(ASK_MS, signal)
    }
    if (!signal.aborted) {
      const end = () => over.abort()
      client.once('end', end)
      const own = AbortSignal.any([signal, over.signal])
      void watch(client, own).then(end)
      return { signal: own, letGo }
    }
  } catch (error) {
    await letGo()
    throw error
  }
  await letGo()
  return undefined
}

const isOurs = async (client: PoolClient): Promise<boolean> => {
  const { rows } = await client.query<{ isOurs: boolean }>(
    `SELECT pg_try_advisory_lock(hashtext('lead-projectors')) AS "isOurs"`,
  )
  return rows[0]?.isOurs === true
}

/** Ends when the connection does not answer any more, or the signal aborts. */
const watch = async (client: PoolClient, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const isThere = await client.query('SELECT 1').catch(() => undefined)
    if (!isThere) return
    await pause(LOOK_MS, signal)
  }
}
