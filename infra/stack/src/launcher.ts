import { join } from 'node:path'
import { watchFreeSpace } from '@lectern/platform/process/free-space.ts'
import { openDataDir, openSecrets, readState, type StackState, writeState } from './data-dir.ts'
import { takeLock } from './lock.ts'
import { openLogs } from './logs.ts'
import { bindError, freePort, isOursAgain } from './ports.ts'
import { openCluster, STOP_POSTGRES } from './postgres-cluster.ts'
import { end } from './process-id.ts'
import type { Resource } from './resource.ts'
import { type Ports, portNames, readSettings, type Settings } from './settings.ts'
import type { StackOptions } from './stack.ts'
import { StartError } from './start-error.ts'

export type Launcher = {
  /** Resolves with the address once all parts serve. @throws StartError */
  readonly up: () => Promise<string>
  /** Stops all parts, including those that still start, and releases the data directory. */
  readonly down: () => Promise<void>
}

export type Launch = {
  readonly env: NodeJS.ProcessEnv
  readonly watch?: boolean
  /** What is started. */
  readonly parts: (options: StackOptions) => Resource
  /** Whether the gateway is among it, so that its port must be free. */
  readonly serves: boolean
  readonly say: (line: string) => void
  /** Called when a part that had served cannot be started again. */
  readonly fail: (error: StartError) => void
}

/**
 * Locks the data directory, ends the processes that a killed launcher left, and prepares all parts.
 * @throws StartError
 */
export const openLauncher = async ({
  env,
  watch = false,
  parts,
  serves,
  say,
  fail,
}: Launch): Promise<Launcher> => {
  const given = readSettings(env)
  const settings = { ...given, dataDir: openDataDir(given.dataDir) }
  const { dataDir } = settings
  const lock = takeLock(dataDir)
  const logs = openLogs(join(dataDir, 'logs'))
  let stack: Resource
  const watching = new AbortController()
  let state = readState(dataDir)
  const keep = (change: Partial<StackState>) => {
    state = { ...state, ...change }
    writeState(dataDir, state)
  }
  try {
    await Promise.all(Object.values(state.processes).map(id => end(id, STOP_LEFTOVER)))
    if (serves) await checkPort(settings)
    const ports = await choosePorts(state.ports, settings.port)
    lock.check()
    state = { ports, processes: {} }
    keep({})
    const cluster = env.DATABASE_URL ? undefined : openCluster(dataDir)
    const storageDirs = [dataDir, ...(cluster ? [cluster.data] : [])]
    await watchFreeSpace({
      folders: storageDirs,
      minBytes: settings.minFreeBytes,
      signal: watching.signal,
      onChange: isLow => say(isLow ? outOfSpace(settings) : 'There is space again: writes go on.'),
    })
    stack = parts({
      env,
      settings,
      ports,
      watch,
      secrets: openSecrets(dataDir),
      cluster,
      storageDirs,
      sharesDatabaseUser: () => state.sharesDatabaseUser ?? false,
      onSharedDatabaseUser: () => keep({ sharesDatabaseUser: true }),
      supervisor: {
        logs,
        say,
        fail,
        record: (name, id) => {
          try {
            keep({ processes: { ...state.processes, [name]: id } })
          } catch (error) {
            say(`Processes cannot be recorded: ${(error as Error).message}`)
          }
        },
      },
    })
  } catch (error) {
    lock.release()
    throw error
  }

  let upping: Promise<void> | undefined
  return {
    up: async () => {
      upping = stack.up()
      await upping
      if (serves) keep({ url: settings.url })
      return watch ? `http://localhost:${state.ports.client}` : settings.url
    },
    down: async () => {
      watching.abort()
      await stack.down()
      await upping?.catch(() => {})
      logs.close()
      lock.release()
    },
  }
}

const outOfSpace = ({ dataDir, minFreeBytes }: Settings): string =>
  `Less than ${minFreeBytes / 1_000_000} MB are free where ${dataDir} keeps its data: nothing more is saved until there is room again.`

/** Postgres takes the first two signals as fast and immediate shutdown. All other processes stop at the first signal. */
const STOP_LEFTOVER = STOP_POSTGRES

const checkPort = async ({ port, host }: Settings): Promise<void> => {
  const error = await bindError(port, host)
  if (error === 'EADDRINUSE') {
    throw new StartError(`Port ${port} is taken: stop what listens there or set PORT to another.`)
  }
  if (error)
    throw new StartError(`Port ${port} of ${host} cannot be used (${error}): set PORT and HOST to others.`)
}

/** The ports of the last start. Replaces a port that is taken or equals `own`, the gateway's. */
const choosePorts = async (known: Readonly<Record<string, number>>, own: number): Promise<Ports> => {
  const ports: Record<string, number> = {}
  const taken = new Set([own])
  for (const name of portNames) {
    const last = known[name]
    const keeps = last !== undefined && !taken.has(last) && (await isOursAgain(last))
    let port = keeps ? last : await freePort()
    while (taken.has(port)) port = await freePort()
    taken.add(port)
    ports[name] = port
  }
  return ports as Ports
}
