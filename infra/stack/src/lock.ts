import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identify, isAlive, type ProcessId } from './process-id.ts'
import { StartError } from './start-error.ts'

export type Lock = {
  /** @throws StartError if another launcher took the lock of the same dead launcher at the same moment */
  readonly check: () => void
  readonly release: () => void
}

/** The launcher that runs on a data directory. */
export const holder = (dataDir: string): ProcessId | undefined => {
  const id = read(join(dataDir, 'launcher.json'))
  return id && isAlive(id) ? id : undefined
}

/** Locks a data directory for one launcher. @throws StartError if another launcher runs on it */
export const takeLock = (dataDir: string): Lock => {
  const file = join(dataDir, 'launcher.json')
  const mine = `${file}.${process.pid}`
  const content = JSON.stringify(identify(process.pid))
  const taken = (pid: number | undefined) =>
    new StartError(`Lectern runs already on ${dataDir} (process ${pid}): stop it or choose another DATA_DIR.`)

  writeFileSync(mine, content, { mode: 0o600 })
  try {
    const other = holder(dataDir)
    if (other) throw taken(other.pid)
    // A dead launcher's file is moved away, never overwritten. If two launchers find it, the second one fails to link.
    try {
      renameSync(file, `${mine}.dead`)
    } catch {
      // There was none.
    }
    linkSync(mine, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw taken(read(file)?.pid)
    throw error
  } finally {
    rmSync(mine, { force: true })
    rmSync(`${mine}.dead`, { force: true })
  }
  const isMine = () => read(file)?.pid === process.pid
  return {
    check: () => {
      if (!isMine()) throw taken(read(file)?.pid)
    },
    release: () => {
      if (isMine()) rmSync(file, { force: true })
    },
  }
}

const read = (file: string): ProcessId | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
