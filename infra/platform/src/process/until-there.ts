import { setTimeout as pause } from 'node:timers/promises'
import { isLoginRefused } from '../postgres/postgres.ts'
import { Halt } from './halt.ts'
import type { Log } from './log.ts'

/** Milliseconds before the nth try, from 100 ms to 5 s. */
export const backoff = (attempt: number): number => Math.min(5_000, 100 * 2 ** Math.min(attempt, 10))

/**
 * Tries until the servers that a process starts with answer, and says each time what it waits for.
 * @throws Halt where a server is too old or newer than we are, and where Postgres refuses the user or has no such database
 */
export const untilThere = async <T>(
  what: string,
  start: () => Promise<T>,
  { log, signal }: { readonly log: Pick<Log, 'warn'>; readonly signal: AbortSignal },
): Promise<T> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await start()
    } catch (error) {
      if (signal.aborted || error instanceof Halt) throw error
      if (isLoginRefused(error)) throw new Halt(`DATABASE_URL: Postgres refuses it: ${error.message}.`)
      log.warn({ err: error }, `waiting for ${what}`)
      await pause(backoff(attempt), undefined, { signal })
    }
  }
}
