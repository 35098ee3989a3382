import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkSettings } from '../check-settings.ts'
import { readState } from '../data-dir.ts'
import { holder } from '../lock.ts'
import { lastLineIn } from '../logs.ts'
import { bindError } from '../ports.ts'
import { homeOf, postgresUrl, readPassword, SUPERUSER } from '../postgres-cluster.ts'
import { postgresAsksForPassword } from '../probes.ts'
import { ROOT } from '../services.ts'
import { readSettings, type Settings } from '../settings.ts'
import { databaseProblems } from './database-problems.ts'

/** The major version of the embedded Postgres. */
const EMBEDDED = '18'

export type Examined = { readonly isRunning: boolean; readonly problems: readonly string[] }

/** What keeps Lectern from running, as sentences. Looks, and changes nothing. */
export const examine = async (env: NodeJS.ProcessEnv): Promise<Examined> => {
  const unusable = await checkSettings(env).then(
    () => undefined,
    (error: Error) => error.message,
  )
  if (unusable !== undefined) return { isRunning: false, problems: [...ofPackages(), unusable] }
  const settings = readSettings(env)
  const running = existsSync(settings.dataDir) ? holder(settings.dataDir) : undefined
  if (running) return { isRunning: true, problems: ofPackages() }
  const found = [
    ...ofPackages(),
    ...ofFolder(settings),
    ...ofDisk(settings),
    ...(await ofPort(settings)),
    ...(await ofDatabase(settings, env)),
    ...lastWords(settings),
  ]
  return { isRunning: false, problems: [...found, `${notRunning(settings)} Start it with make start.`] }
}

const notRunning = ({ dataDir }: Settings): string => {
  const dead = existsSync(join(dataDir, 'launcher.json'))
  return `No Lectern runs on ${resolve(dataDir)}${dead ? '; the last one was killed, which loses nothing' : ''}.`
}

const ofPackages = (): string[] => {
  const stamp = join(ROOT, 'node_modules/.installed-from')
  const wanted = execFileSync('sh', ['-c', 'cat package.json package-lock.json .npmrc patches/* | cksum'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const isInstalled = existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === wanted.trim()
  return isInstalled ? [] : ['Packages are missing or of another version: make start installs them.']
}

const ofFolder = ({ dataDir }: Settings): string[] => {
  const folder = statSync(dataDir, { throwIfNoEntry: false })
  if (folder === undefined) return []
  if (!folder.isDirectory()) return [`DATA_DIR ${resolve(dataDir)} is not a folder: choose another.`]
  const self = process.geteuid?.()
  return self === undefined || self === 0 || self === folder.uid
    ? []
    : [`DATA_DIR ${resolve(dataDir)} belongs to user ${folder.uid}: start as that user.`]
}

const ofDisk = ({ dataDir, minFreeBytes }: Settings): string[] => {
  if (!existsSync(dataDir)) return []
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize >= minFreeBytes
    ? []
    : [
        `Less than ${minFreeBytes / 1e6} MB are free at ${resolve(dataDir)}: free space, since nothing can be saved.`,
      ]
}

const ofPort = async ({ port, host }: Settings): Promise<string[]> => {
  const error = await bindError(port, host)
  return error === undefined
    ? []
    : [
        `PORT ${port} of ${host} cannot be used (${error}): end the program that has it, or choose another PORT.`,
      ]
}

const ofDatabase = async ({ dataDir }: Settings, env: NodeJS.ProcessEnv): Promise<string[]> => {
  if (env.DATABASE_URL) return databaseProblems(env.DATABASE_URL)
  if (!existsSync(dataDir)) return []
  const home = homeOf(dataDir)
  const version = readIfMay(join(home, 'data', 'PG_VERSION'))?.trim()
  if (version !== undefined && version !== EMBEDDED)
    return [
      `The database of ${resolve(dataDir)} is of Postgres ${version}; this Lectern has ${EMBEDDED}: start the Lectern that wrote it.`,
    ]
  // One that outlived its launcher. The next start ends it.
  const { postgres } = readState(dataDir).ports
  const isLeft = postgres !== undefined && (await postgresAsksForPassword(postgres, SUPERUSER))
  const password = isLeft ? readIfMay(join(home, 'password')) : undefined
  return password === undefined ? [] : databaseProblems(postgresUrl(readPassword(home), postgres ?? 0))
}

/** Others than root may not look into the folder of Postgres. */
const readIfMay = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** What a part said when it refused to start: it begins with its name, and is no entry in JSON. */
const lastWords = ({ dataDir }: Settings): string[] => {
  const folder = join(dataDir, 'logs')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(name => name.endsWith('.log'))
    .map(name => ({ name: name.slice(0, -'.log'.length), line: lastLineIn(join(folder, name)) }))
    .filter(({ name, line }) => line.startsWith(`${name}: `))
    .map(({ line }) => `When it ended: ${line}`)
}
