import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { readState } from './data-dir.ts'
import { freePort } from './ports.ts'
import { homeOf, SUPERUSER } from './postgres-cluster.ts'
import { accepts, answersOk, natsHasJetStream, postgresAsksForPassword, until } from './probes.ts'
import { identify, isAlive, readProcessId } from './process-id.ts'
import { unexpectedIn } from './server-logs.ts'
import { COMPILE_CACHE, ROOT } from './services.ts'
import { TEST_FOLDER } from './test-folder.ts'

/** A separate stack, started like `make start`. */
export type RunningStack = {
  readonly url: string
  readonly port: number
  readonly dataDir: string
  /** Lines that the launcher has printed. */
  readonly output: readonly string[]
  /** The current pid of each part and of `launcher`. */
  readonly pids: () => Readonly<Record<string, number>>
  /** Resolves once all parts serve again. @throws Error after 30 s */
  readonly untilServing: () => Promise<void>
  /**
   * Stops the stack like Ctrl-C and resolves with the launcher's exit status. Removes a data directory that startStack made.
   * @throws Error if a server's log has trouble that the test did not cause
   */
  readonly stop: () => Promise<number | null>
}

export type StartStackOptions = {
  /** Added to this process's environment. Without PORT the stack gets a free port. */
  readonly env?: NodeJS.ProcessEnv
  /** The caller removes it with `removeDataDir`. If unset, startStack makes one and `stop` removes it. */
  readonly dataDir?: string
  readonly uid?: number
  readonly gid?: number
  /** Trouble in the logs of Postgres, NATS and the event store that the test causes. */
  readonly provokes?: RegExp
}

/** Resolves once the stack serves. @throws Error with the launcher's output if the launcher ends */
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
      const unexpected = unexpectedIn(dataDir, options.provokes)
      if (options.dataDir === undefined) removeDataDir(dataDir)
      if (unexpected.length > 0)
        throw new Error(`Unexpected in the logs:\n${unexpected.slice(0, 20).join('\n')}`)
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

const PREFIX = 'lectern-stack-'
/** Beside a folder, so that the folder is empty. */
const ownerOf = (dataDir: string): string => `${dataDir}.owner.json`

/** An empty folder for a stack's data that the user postgres can reach. Removes those of processes that were killed. */
export const makeDataDir = (): string => {
  for (const name of readdirSync(TEST_FOLDER).filter(entry => entry.startsWith(PREFIX))) {
    const folder = join(TEST_FOLDER, name)
    const owner = readProcessId(ownerOf(folder))
    if (owner && !isAlive(owner)) removeDataDir(folder)
  }
  const folder = mkdtempSync(join(TEST_FOLDER, PREFIX))
  writeFileSync(ownerOf(folder), JSON.stringify(identify(process.pid)))
  chmodSync(folder, 0o711)
  return folder
}

/** Removes the data of a stopped stack, in /var/lib/lectern too. */
export const removeDataDir = (dataDir: string): void => {
  rmSync(homeOf(dataDir), { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
  rmSync(ownerOf(dataDir), { force: true })
}
