import { PROGRESS_CHANNEL } from '@lectern/contracts/read-model/progress.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { Log } from '@lectern/platform/process/log.ts'

/**
 * Notifies listeners when lanes passed events that changed no row. One notification runs at a time; calls meanwhile lead to
 * one more. If one fails, the next commit notifies anyway.
 */
export const createAnnouncer = (pool: Pool, log: Log, payloads: () => string[]) => {
  let isRunning = false
  let isAsked = false
  return async (): Promise<void> => {
    isAsked = true
    if (isRunning) return
    isRunning = true
    while (isAsked) {
      isAsked = false
      try {
        for (const payload of payloads())
          await pool.query('SELECT pg_notify($1, $2)', [PROGRESS_CHANNEL, payload])
      } catch (error) {
        log.debug({ err: error }, 'progress was not announced')
      }
    }
    isRunning = false
  }
}
