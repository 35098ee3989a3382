import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  globSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Logs } from './logs.ts'
import type { Resource } from './resource.ts'
import { ROOT } from './services.ts'
import { StartError } from './start-error.ts'

const FRONTEND = join(ROOT, 'frontend')
const DIST = join(FRONTEND, 'dist')
const STAMP = join(DIST, '.built-from')
/** An image has the built client without its sources. */
const hasSources = () => existsSync(join(FRONTEND, 'index.html'))
const SOURCES = ['frontend/**/*', 'contracts/src/**/*', 'package-lock.json']
const NOT_SOURCES = ['frontend/dist*/**', 'frontend/node_modules/**', '**/*.test.*']

/** The built client. Builds frontend/dist if its sources have changed. */
export const builtClient = (logs: Logs, say: (line: string) => void): Resource => {
  let build: ChildProcess | undefined
  return {
    name: 'client',
    healthy: async () => existsSync(STAMP),
    up: async () => {
      if (existsSync(STAMP) && !hasSources()) return
      const sources = fingerprint()
      if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return
      if (!isWritable(FRONTEND)) {
        if (!existsSync(STAMP))
          throw new StartError(`The client must be built first, by somebody who may write ${FRONTEND}.`)
        return say(
          `The client is older than its sources, and ${FRONTEND} may not be written: serving it as it is.`,
        )
      }
      say('Building the client.')
      const fresh = join(FRONTEND, `dist-${process.pid}`)
      const log = logs.open('client')
      try {
        build = spawn(
          process.execPath,
          [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', fresh, '--emptyOutDir'],
          { cwd: FRONTEND, detached: true, stdio: ['ignore', log, log] },
        )
        const [status] = await once(build, 'exit')
        if (status !== 0) {
          throw new StartError(`The client cannot be built: ${logs.file('client')} says why.`)
        }
        writeFileSync(join(fresh, '.built-from'), sources)
        rmSync(DIST, { recursive: true, force: true })
        renameSync(fresh, DIST)
      } finally {
        closeSync(log)
        rmSync(fresh, { recursive: true, force: true })
      }
    },
    down: async () => {
      build?.kill('SIGKILL')
    },
  }
}

/** Changes with the name, the size or the time of any source file. */
const fingerprint = (): string => {
  const hash = createHash('sha256')
  for (const file of globSync(SOURCES, { cwd: ROOT, exclude: NOT_SOURCES }).toSorted()) {
    const stat = statSync(join(ROOT, file))
    if (stat.isFile()) hash.update(`${file} ${stat.size} ${stat.mtimeMs}\n`)
  }
  return hash.digest('hex')
}

const isWritable = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
