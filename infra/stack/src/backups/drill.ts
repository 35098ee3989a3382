import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { BackupFault } from '@lectern/backup/fault.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { withSecretFiles } from '@lectern/platform/process/secret-files.ts'
import { openLauncher } from '../launcher.ts'
import { homeOf } from '../postgres-cluster.ts'
import { sequence } from '../resource.ts'
import { ROOT } from '../services.ts'
import { serviceEnv } from '../settings.ts'
import { type StackOptions, service, theStores } from '../stack.ts'
import { StartError } from '../start-error.ts'
import { restorePart } from './restore-part.ts'
import { runParts } from './run-parts.ts'

export type Drilled = {
  readonly name: string
  readonly events: number
  readonly rows: number
  /** Until the events and tables were there, and until the read models were filled and verified. */
  readonly restoredAfterS: number
  readonly verifiedAfterS: number
}

/** Settings of the running installation, which a drill must not touch. */
const OF_OTHERS = [
  'DATABASE_URL',
  'EVENT_STORE_URL',
  'EVENT_STORE_SECRET',
  'NATS_URL',
  'PUBLIC_URL',
  'SMTP_URL',
]

/** A drill holds as much as the database, its log beside that, which may lie in another store here, and what an empty one takes. */
const roomFor = (databaseBytes: number): number => 2 * databaseBytes + 1e9

/**
 * Restores the newest backup into a throw-away folder, fills the read models and verifies them.
 * @param pool of the running installation
 * @throws BackupFault, StartError
 */
export const drill = async (
  pool: Pool,
  given: NodeJS.ProcessEnv,
  drillsIn: string,
  say: (line: string) => void,
): Promise<Drilled> => {
  const dataDir = join(drillsIn, 'lectern-drill')
  const env: NodeJS.ProcessEnv = { ...withSecretFiles(given), DATA_DIR: dataDir }
  for (const name of OF_OTHERS) delete env[name]
  await clear(env, say)
  mkdirSync(drillsIn, { recursive: true })
  await requireRoom(pool, drillsIn)
  const began = performance.now()
  const secondsSince = () => Math.round((performance.now() - began) / 1_000)
  let done: Drilled | undefined
  try {
    await runParts(
      {
        ...{ env, say },
        parts: options => {
          const onRestored = (restored: Pick<Drilled, 'name' | 'events' | 'rows'>) => {
            const { name, events, rows } = restored
            done = { name, events, rows, restoredAfterS: secondsSince(), verifiedAfterS: 0 }
          }
          return sequence(
            theStores(options),
            restorePart(options, { name: undefined, onRestored }),
            service('projectors', options),
          )
        },
      },
      async options => say(await verify(options)),
    )
    return { ...(done as Drilled), verifiedAfterS: secondsSince() }
  } finally {
    remove(dataDir)
  }
}

/** A drill that fills the disk would keep people from saving. @throws BackupFault */
const requireRoom = async (pool: Pool, folder: string): Promise<void> => {
  const { rows } = await pool.query<{ bytes: number }>('SELECT pg_database_size(current_database()) AS bytes')
  const needed = roomFor(rows[0]?.bytes ?? 0)
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < needed)
    throw new BackupFault(
      `A drill needs about ${Math.ceil(needed / 1e9)} GB in ${folder}, which has ${Math.floor((bavail * bsize) / 1e9)} GB free: name another folder in BACKUP_DRILLS_IN.`,
    )
}

/** With the database, which a launcher that runs as root keeps elsewhere. */
const remove = (dataDir: string): void => {
  for (const folder of [homeOf(dataDir), dataDir]) rmSync(folder, { recursive: true, force: true })
}

/** Ends and removes what a drill left that was killed. @throws StartError where another one runs */
const clear = async (env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<void> => {
  const dataDir = env.DATA_DIR as string
  if (!existsSync(dataDir)) return
  // Root would become the user who owns it.
  if (statSync(dataDir).uid !== process.getuid?.())
    throw new StartError(`${dataDir} belongs to another user: name another folder in BACKUP_DRILLS_IN.`)
  const left = await openLauncher({ env, parts: theStores, serves: false, say, fail: () => {} })
  await left.down()
  remove(dataDir)
}

/** @throws BackupFault where the read models are not as the events say */
const verify = async (options: StackOptions): Promise<string> => {
  const child = spawn(process.execPath, [`${ROOT}projectors/src/verify-main.ts`], {
    cwd: ROOT,
    env: serviceEnv('projectors', options),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<number | null>((resolve, reject) =>
    child.once('exit', resolve).once('error', reject),
  )
  const [said, complaint, status] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  if (status !== 0) throw new BackupFault(`The restored read models are wrong: ${complaint.trim()}`)
  return said.trim()
}
