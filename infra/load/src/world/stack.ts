import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSecrets, readState } from '@lectern/stack/data-dir.ts'
import { freePort } from '@lectern/stack/ports.ts'
import { openCluster, postgresUrl } from '@lectern/stack/postgres-cluster.ts'
import { accepts, answersOk, until } from '@lectern/stack/probes.ts'
import { identify, isAlive, type ProcessId, sendSignal } from '@lectern/stack/process-id.ts'
import { eventStoreUrl } from '@lectern/stack/services.ts'

/** A whole Lectern started as `make start` does, on a free port and a new data directory on disk. */
export type Stack = {
  readonly port: number
  readonly dataDir: string
  /** The embedded Postgres, or the one at DATABASE_URL. */
  readonly databaseUrl: string
  /** The embedded event store, or the one at EVENT_STORE_URL. */
  readonly eventStore: {
    readonly url: string
    readonly secret: string
  }
  /** The launcher and the processes that it started, by name. */
  readonly processes: () => Readonly<Record<string, ProcessId>>
  /** @throws Error if there is no such process, because signalling no process would signal this one */
  readonly pidOf: (name: string) => number
  /** Whether every process answers and the gateway is ready. */
  readonly ready: () => Promise<boolean>
  /** Starts the launcher again on the same data and port; resolves once it serves. */
  readonly startAgain: () => Promise<void>
  /** Stops everything and removes the data. */
  readonly stop: () => Promise<void>
}

const LAUNCHER = fileURLToPath(import.meta.resolve('@lectern/stack/main.ts'))
const START_MS = 120_000
const STOP_MS = 15_000

/** @throws Error if it does not serve within 2 minutes */
export const startStack = async (settings: Record<string, string>): Promise<Stack> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-load-'))
  // Postgres runs as the user postgres when we are root.
  chmodSync(dataDir, 0o711)
  const port = await freePort()
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    RATE_LIMITS: 'off',
    // The launcher ends with this process, however that ends.
    EXIT_WITH_STDIN: 'true',
    ...settings,
    PORT: String(port),
    DATA_DIR: dataDir,
  }
  let launcher = await launch(env, dataDir)
  // Ports stay from start to start unless another process took one meanwhile.
  const { ports } = readState(dataDir)
  const cluster = env.DATABASE_URL ? undefined : openCluster(dataDir)

  return {
    port,
    dataDir,
    databaseUrl: cluster ? postgresUrl(cluster.password, ports.postgres ?? 0) : (env.DATABASE_URL ?? ''),
    eventStore: env.EVENT_STORE_URL
      ? { url: env.EVENT_STORE_URL, secret: env.EVENT_STORE_SECRET ?? '' }
      : {
          url: eventStoreUrl(ports['event-store'] ?? 0),
          secret: openSecrets(dataDir)('event-store'),
        },
    processes: () => {
      const own = launcher.pid === undefined ? undefined : identify(launcher.pid)
      return { ...readState(dataDir).processes, ...(own && { launcher: own }) }
    },
    pidOf: name => {
      const id = readState(dataDir).processes[name]
      if (id === undefined) throw new Error(`There is no process ${name}`)
      return id.pid
    },
    ready: async () => {
      const { processes, ports } = readState(dataDir)
      if (!Object.values(processes).every(isAlive)) return false
      const serve = Object.keys(processes).map(name => answers(name, ports))
      const all = await Promise.all([...serve, answersOk(port, '/readyz')])
      return all.every(Boolean)
    },
    startAgain: async () => {
      launcher = await launch(env, dataDir)
    },
    stop: async () => {
      await end(launcher)
      // The cluster lies elsewhere if the user postgres cannot reach the data directory.
      const home = cluster && dirname(cluster.data)
      if (home && !home.startsWith(dataDir)) rmSync(home, { recursive: true, force: true })
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const launch = async (env: NodeJS.ProcessEnv, dataDir: string): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [LAUNCHER], { env, stdio: ['pipe', 'ignore', 'inherit'] })
  await until(
    'The stack',
    () => {
      if (child.exitCode !== null) throw new Error(`The launcher ended with ${child.exitCode}`)
      const { url, processes } = readState(dataDir)
      return url !== undefined && Object.values(processes).every(isAlive)
    },
    START_MS,
  )
  return child
}

const answers = (name: string, ports: Readonly<Record<string, number>>): Promise<boolean> => {
  const health = ports[`health-${name}`]
  if (name === 'event-store' || health === undefined) return accepts(ports[name] ?? 0)
  return answersOk(health, '/readyz')
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const exited = once(child, 'exit')
  sendSignal(child.pid, 'SIGTERM')
  const impatience = setTimeout(() => child.pid && sendSignal(child.pid, 'SIGKILL'), STOP_MS)
  await exited
  clearTimeout(impatience)
}
