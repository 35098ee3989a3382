import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { EXPORT_GIVEN_UP_SECONDS } from '@lectern/contracts/exports.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { type LoopParts, loop } from '../loop.ts'

const LOOK_MS = 3_000
/** An exporter that was started elsewhere has taken a request by then. */
const OTHERS_SECONDS = 5

export type KeepParts = LoopParts & {
  readonly pool: Pool
  /** Starts an exporter, which ends by itself when there is nothing to do. */
  readonly startExporter: () => ChildProcess
}

/**
 * Keeps an exporter at work while exports wait, at most one of this process. One that dies is started again; each attempt counts
 * in the request, so that one that ends its exporter is given up.
 * @returns a function that says that an export waits
 */
export const keepExporter = ({ pool, startExporter, log, signal }: KeepParts): (() => void) => {
  let isAsked = false
  const work = async (): Promise<void> => {
    const seconds = isAsked ? 0 : OTHERS_SECONDS
    isAsked = false
    if (!(await doWait(pool, seconds)) || signal.aborted) return
    const [status, killedBy] = await once(startExporter(), 'exit')
    if (status !== 0) throw new Error(`it ended with ${killedBy ?? `status ${status}`}`)
  }
  const look = loop({ log, signal, work, everyMs: LOOK_MS, failure: 'the exporter is started again' })
  return () => {
    isAsked = true
    look()
  }
}

/** Whether an export waits for so long, or lost its maker. */
const doWait = async (pool: Pool, seconds: number): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `SELECT FROM exports.requests WHERE status = 'waiting' AND requested_at <= now() - $1 * interval '1 second'
       OR status = 'running' AND seen_at < now() - $2 * interval '1 second' LIMIT 1`,
    [seconds, EXPORT_GIVEN_UP_SECONDS],
  )
  return rowCount === 1
}
