import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { freePort } from './ports.ts'
import { openCluster, postgresArgs, postgresUrl, STOP_POSTGRES, SUPERUSER } from './postgres-cluster.ts'
import { postgresAsksForPassword, until } from './probes.ts'
import { end, identify, isAlive, readProcessId, type Step } from './process-id.ts'
import { SYNCS, TEST_FOLDER } from './test-folder.ts'

const PREFIX = 'lectern-test-'

/** One Postgres for all test files of a run, and the folder of all their parts. */
export type TestRun = { readonly folder: string; readonly postgresUrl: string }

/** Starts the run's Postgres, whose data `endTestRun` removes. */
export const startTestRun = async (): Promise<TestRun> => {
  await sweep()
  const folder = mkdtempSync(join(TEST_FOLDER, PREFIX))
  chmodSync(folder, 0o711)
  writeFileSync(join(folder, 'owner.json'), JSON.stringify(identify(process.pid)))
  const cluster = openCluster(folder)
  writeFileSync(join(folder, 'cluster'), dirname(cluster.data))
  const port = await freePort()
  const unsafe = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  const settings = [...(SYNCS ? [] : unsafe), 'max_connections=200', 'log_min_messages=fatal']
  spawnInRun(folder, join(cluster.binaries, 'bin', 'postgres'), postgresArgs(cluster, port, settings), {
    ...cluster.user,
    cwd: '/',
  })
  await until('Postgres for tests', () => postgresAsksForPassword(port, SUPERUSER))
  return { folder, postgresUrl: postgresUrl(cluster.password, port) }
}

/** Starts a program of the run. `endTestRun` ends it. If this process is killed before, the next run ends it. */
export const spawnInRun = (
  folder: string,
  file: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess => {
  const child = spawn(file, args, { stdio: ['pipe', 'ignore', 'inherit'], ...options })
  const id = child.pid === undefined ? undefined : identify(child.pid)
  if (!id) throw new Error(`${file} did not start`)
  const pids = join(folder, 'pids')
  mkdirSync(pids, { recursive: true })
  writeFileSync(join(pids, String(id.pid)), JSON.stringify(id))
  return child
}

/** Ends a child and waits until it has ended. */
export const stopChild = async (child: ChildProcess, steps: readonly Step[]): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  const id = child.pid === undefined ? undefined : identify(child.pid)
  if (id) await end(id, steps)
  await exited
}

/** Ends all programs of the run and removes its folder. */
export const endTestRun = async (folder: string): Promise<void> => {
  const pids = join(folder, 'pids')
  const ids = existsSync(pids) ? readdirSync(pids).map(name => readProcessId(join(pids, name))) : []
  await Promise.all(ids.map(id => id && end(id, STOP_POSTGRES)))
  const cluster = join(folder, 'cluster')
  if (existsSync(cluster)) rmSync(readFileSync(cluster, 'utf8'), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}

/** Ends the programs of runs whose own process was killed. */
const sweep = async (): Promise<void> => {
  for (const name of readdirSync(TEST_FOLDER).filter(entry => entry.startsWith(PREFIX))) {
    const folder = join(TEST_FOLDER, name)
    const owner = readProcessId(join(folder, 'owner.json'))
    if (owner && !isAlive(owner)) await endTestRun(folder)
  }
}
