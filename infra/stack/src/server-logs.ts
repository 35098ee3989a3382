import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Lines of these logs that say that something is wrong. */
const TROUBLE: Record<string, RegExp> = {
  postgres: /\b(WARNING|ERROR|FATAL|PANIC):/,
  nats: /\[(WRN|ERR|FTL)\]/,
  'event-store': /"level":"(warn|error)"/,
}
/** The launcher asks a Postgres that starts, and ends one that cleans up. The file with NATS' passwords is for its owner alone. */
const ALWAYS =
  /the database system is starting up|terminating autovacuum process|Plaintext passwords detected/

/** Servers say this when one of them is killed. */
export const KILLED =
  /terminating connection|the database system is (not yet accepting|shutting down|in recovery)|connection to Postgres/

/** Lines in the logs of a stack's servers that its test does not cause. @param provoked what its test causes */
export const unexpectedIn = (dataDir: string, provoked: RegExp | undefined): string[] =>
  Object.entries(TROUBLE).flatMap(([name, trouble]) => {
    const file = join(dataDir, 'logs', `${name}.log`)
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    return lines
      .filter(line => trouble.test(line) && !ALWAYS.test(line) && !provoked?.test(line))
      .map(line => `${name}: ${line}`)
  })
