import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '@lectern/stack/ports.ts'
import { openCluster, postgresArgs, postgresUrl, SUPERUSER } from '@lectern/stack/postgres-cluster.ts'
import { postgresAsksForPassword, until } from '@lectern/stack/probes.ts'
import { makeDataDir, removeDataDir } from '@lectern/stack/start-stack.ts'

export type TestPostgres = {
  readonly url: string
  /** Ends Postgres like a crash. Resolves once the process has ended, so that `start` can follow. */
  crash(): Promise<void>
  /** Starts Postgres on the same data after a crash. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** A new cluster on a free loopback port, made like the stack's. `stop` removes it. */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = makeDataDir()
  const cluster = openCluster(folder)
  const port = await freePort()
  let server: ChildProcess | undefined
  const start = async () => {
    const file = join(cluster.binaries, 'bin', 'postgres')
    server = spawn(file, postgresArgs(cluster, port), { ...cluster.user, stdio: 'ignore', cwd: '/' })
    await until('Postgres for tests', () => postgresAsksForPassword(port, SUPERUSER))
  }
  const end = async (signal: NodeJS.Signals) => {
    if (server?.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill(signal)
    await exited
  }
  await start()
  return {
    url: postgresUrl(cluster.password, port),
    crash: () => end('SIGQUIT'),
    start,
    stop: async () => {
      await end('SIGINT')
      removeDataDir(folder)
    },
  }
}
