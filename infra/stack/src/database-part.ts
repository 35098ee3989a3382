import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { passwordEnv, SHARED } from './database.ts'
import type { Resource } from './resource.ts'
import { COMPILE_CACHE, ROOT } from './services.ts'
import { type Connections, databasePasswords, ownersDatabaseUrl } from './settings.ts'
import { StartError } from './start-error.ts'
import type { Supervisor } from './supervised.ts'

const SCRIPT = fileURLToPath(new URL('./prepare-database.ts', import.meta.url))

export type DatabaseOptions = Connections & {
  readonly supervisor: Supervisor
  /** Called when all services must share the user of DATABASE_URL. */
  readonly onSharedDatabaseUser: () => void
}

/** The database with a user for each service. A separate process prepares it, so that `down` can stop that at any point. */
export const preparedDatabase = (options: DatabaseOptions): Resource => {
  const { supervisor, secrets, onSharedDatabaseUser } = options
  let preparing: ChildProcess | undefined
  let isPrepared = false
  return {
    name: 'database',
    healthy: async () => isPrepared,
    up: async () => {
      const log = supervisor.logs.open('database')
      try {
        preparing = spawn(process.execPath, [SCRIPT], {
          cwd: ROOT,
          env: {
            ...process.env,
            ...passwordEnv(databasePasswords(secrets)),
            DATABASE_URL: ownersDatabaseUrl(options),
            NODE_COMPILE_CACHE: COMPILE_CACHE,
          },
          detached: true,
          stdio: ['ignore', log, log],
        })
        const [status] = await once(preparing, 'exit')
        if (status === SHARED) {
          onSharedDatabaseUser()
          supervisor.say(
            'All services share the user of DATABASE_URL, who may not make one for each (docs/operations.md says how).',
          )
        } else if (status !== 0) throw new StartError(supervisor.logs.lastLine('database'))
        isPrepared = true
      } finally {
        closeSync(log)
      }
    },
    down: async () => {
      preparing?.kill('SIGKILL')
    },
  }
}
