import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { readState } from './data-dir.ts'
import { freePort } from './ports.ts'
import { homeOf, SUPERUSER } from './postgres-cluster.ts'
import { accepts, answersOk, natsHasJetStream, postgresAsksForPassword, until } from './probes.ts'
import { COMPILE_CACHE, ROOT } from './services.ts'

/** A stack of its own, started as `make start` does. */
export type RunningStack = {
  readonly url: string
  readonly port: number
  readonly dataDir: string
  /** What the launcher has said so far, a line each. */
  readonly output: readonly string[]
  /** The processes by part, of this moment; `launcher` among them. */
  readonly pids: () => Readonly<Record<string, number>>
  /** Resolves once all of it serves again. @throws Error after 30 s */
  readonly untilServing: () => Promise<void>
  /** Stops it as Ctrl-C does and resolves with the launcher's exit status; a data directory made for it is removed. */
  readonly stop: () => Promise<number | null>
}

export type StartStackOptions = {
  /** Beside the variables of this process; PORT is a free one where it is not given. */
  readonly env?: NodeJS.ProcessEnv
  /** One of the caller's, kept at the end (`removeDataDir` removes it); unset makes one for this stack alone. */
  readonly dataDir?: string
  readonly uid?: number
  readonly gid?: number
}

/** Resolves once it serves. @throws Error with what the launcher said, where it ends instead */
export const startStack = async (options: StartStackOptions = {}): Promise<RunningStack> => {
  const dataDir = options.dataDir ?? makeDataDir()
  const port = Number(options.env?.PORT ?? (await freePort()))
  const { uid, gid } = options
  const launcher = spawn(process.execPath, [join(ROOT, 'infra/stack/src/main.ts')], {
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      EXIT_WITH_STDIN: 'true',
      ...options.env,
      PORT: String(port),
      DATA_DIR: dataDir,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const exited = once(launcher, 'exit')
  const output: string[] = []
  const serving = Promise.withResolvers<void>()
  for (const stream of [launcher.stdout, launcher.stderr]) {
    createInterface(stream).on('line', line => {
      output.push(line)
      if (line.startsWith('Lectern serves ')) serving.resolve()
    })
  }
  launcher.once('close', () => serving.reject(new Error(output.join('\n') || 'The launcher said nothing')))
  await serving.promise

  const isServing = async () => {
    const { ports, processes } = readState(dataDir)
    const checks = Object.keys(processes).map(name => isHealthy(name, ports))
    return (await Promise.all(checks)).every(Boolean)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    output,
    pids: () => ({
      ...Object.fromEntries(
        Object.entries(readState(dataDir).processes).map(([name, { pid }]) => [name, pid]),
      ),
      launcher: launcher.pid as number,
    }),
    untilServing: () => until('The stack', isServing),
    stop: async () => {
      launcher.kill('SIGINT')
      const [status] = await exited
      if (options.dataDir === undefined) removeDataDir(dataDir)
      return status
    },
  }
}

const isHealthy = (name: string, ports: Readonly<Record<string, number>>): Promise<boolean> => {
  const port = ports[`health-${name}`] ?? ports[name] ?? 0
  if (name === 'postgres') return postgresAsksForPassword(port, SUPERUSER)
  if (name === 'nats') return natsHasJetStream(port)
  return name === 'event-store' ? accepts(port) : answersOk(port, '/readyz')
}

/** An empty folder for a stack's data, which the user postgres can reach. */
export const makeDataDir = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-'))
  chmodSync(folder, 0o711)
  return folder
}

/** Removes the data of a stack that has ended, wherever it lies. */
export const removeDataDir = (dataDir: string): void => {
  rmSync(homeOf(dataDir), { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}
