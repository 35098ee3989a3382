import { createHmac, randomBytes } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { can } from './os-user.ts'
import type { ProcessId } from './process-id.ts'
import { ROOT } from './services.ts'
import { StartError } from './start-error.ts'

/**
 * Makes the data directory if it is missing and returns its real path. If another user owns it, root becomes that user, so
 * that all files keep one owner.
 * @throws StartError if the directory cannot be used
 */
export const openDataDir = (given: string): string => {
  const wanted = resolve(given)
  const refuse = (what: string, error: unknown) =>
    new StartError(
      `DATA_DIR ${wanted} cannot be ${what} (${(error as NodeJS.ErrnoException).code}): choose another.`,
    )
  try {
    makeFolder(wanted)
  } catch (error) {
    throw refuse('made', error)
  }
  if (!existsSync(wanted)) throw new StartError(`DATA_DIR ${wanted} is a link to nothing: choose another.`)
  if (!statSync(wanted).isDirectory()) {
    throw new StartError(`DATA_DIR ${wanted} is not a folder: choose another.`)
  }
  const path = realpathSync(wanted)
  becomeOwner(path)
  const trial = join(path, `trial.${process.pid}`)
  try {
    readdirSync(path)
    writeFileSync(trial, '')
    rmSync(trial)
  } catch (error) {
    throw refuse('read and written', error)
  }
  return path
}

/** Makes the missing folders of a path one by one. Node's own `recursive` never ends below /proc, where the kernel denies that the parent exists. */
const makeFolder = (path: string): void => {
  if (lstatSync(path, { throwIfNoEntry: false })) return
  makeFolder(dirname(path))
  // Postgres may run as another user, who must pass through. Each file decides who may read it.
  mkdirSync(path, { mode: 0o711 })
}

const becomeOwner = (path: string): void => {
  const self = process.geteuid?.()
  const { uid, gid } = statSync(path)
  if (self === undefined || uid === self) return
  if (self !== 0) {
    throw new StartError(`DATA_DIR ${path} belongs to user ${uid}: start as that user or choose another.`)
  }
  const reaches = (folder: string) => can({ uid, gid }, 'test', ['-r', folder, '-a', '-x', folder])
  if (!reaches(ROOT) || !reaches(path) || !can({ uid, gid }, process.execPath, ['--version'])) {
    throw new StartError(`DATA_DIR ${path} belongs to user ${uid}, who cannot reach ${ROOT}: choose another.`)
  }
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
}

/** The launcher's state between starts. */
export type StackState = {
  /** Internal ports by the name of the part that listens. */
  readonly ports: Readonly<Record<string, number>>
  /** The process that each part was started as last. */
  readonly processes: Readonly<Record<string, ProcessId>>
  /** All services log in as the user of DATABASE_URL, who may not make others. */
  readonly sharesDatabaseUser?: boolean
  /** The address of the running stack. Unset until all parts serve. */
  readonly url?: string
}

export const readState = (dataDir: string): StackState => {
  const file = join(dataDir, 'stack.json')
  return existsSync(file) ? readJson(file, 'remove it') : { ports: {}, processes: {} }
}

export const writeState = (dataDir: string, state: StackState): void =>
  replaceFile(join(dataDir, 'stack.json'), JSON.stringify(state, null, 2))

/** Secrets of the stack's parts. All derive from one secret, which the first start makes. */
export type Secrets = (purpose: string) => string

export const openSecrets = (dataDir: string): Secrets => {
  const file = join(dataDir, 'secrets.json')
  if (!existsSync(file)) replaceFile(file, JSON.stringify({ secret: randomBytes(32).toString('hex') }))
  const { secret } = readJson(file, 'put back a copy of it')
  return purpose => createHmac('sha256', secret).update(purpose).digest('hex')
}

const readJson = (file: string, remedy: string) => {
  const content = readFileSync(file, 'utf8')
  try {
    return JSON.parse(content)
  } catch {
    throw new StartError(`${file} is damaged: ${remedy}.`)
  }
}

/** Readers find the old or the new content, never a part of it. */
const replaceFile = (file: string, content: string): void => {
  writeFileSync(`${file}.new`, content, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}
