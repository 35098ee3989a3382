import { setTimeout as pause } from 'node:timers/promises'
import { isMissing, type Pool } from './postgres.ts'

const LOOK_MS = 200

/** Resolves once a query finds its tables and columns, which another process makes and which may start later. */
export const waitForTables = async (
  pool: Pool,
  query: string,
  { log, signal }: { log: { info(details: object, message: string): void }; signal: AbortSignal },
): Promise<void> => {
  for (let isTold = false; ; isTold = true) {
    try {
      await pool.query(query)
      return
    } catch (error) {
      if (!isMissing(error)) throw error
      if (!isTold) log.info({ query }, 'waiting for tables that another process makes')
      await pause(LOOK_MS, undefined, { signal })
    }
  }
}
