import { PROGRESS_CHANNEL } from '@lectern/contracts/read-model/progress.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import { inBackground } from './background.ts'

/** Notifies without a commit of rows; one at a time, and the last state wins. A failure is made good by the next commit. */
export const createAnnouncer = (pool: Pool, log: Log, payloads: () => string[]) => {
  const announcing = inBackground(async () => {
    try {
      for (const payload of payloads())
        await pool.query('SELECT pg_notify($1, $2)', [PROGRESS_CHANNEL, payload])
    } catch (error) {
      log.debug({ err: error }, 'progress was not announced')
    }
  })
  return announcing.ask
}
