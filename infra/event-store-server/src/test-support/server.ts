import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort } from '@lectern/stack/ports.ts'

const main = path.join(import.meta.dirname, '..', 'main.ts')

export type TestServer = { readonly process: ChildProcess; readonly port: number; readonly url: string }

/**
 * Starts the server as a separate process and waits until it serves.
 * @param env without PORT the server gets a free port, which a restarted server can use again
 * @param onError receives the server's stderr; without it, the test's own stderr does
 */
export async function startServer(
  env: Record<string, string>,
  onError?: (line: string) => void,
): Promise<TestServer> {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, PORT: String(await freePort()), INSECURE: 'true', ...env },
    stdio: ['pipe', 'pipe', onError ? 'pipe' : 'inherit'],
  })
  if (onError) child.stderr?.setEncoding('utf8').on('data', onError)
  let output = ''
  for await (const chunk of child.stdout?.setEncoding('utf8') ?? []) {
    output += chunk
    const port = /127\.0\.0\.1:(\d+)/.exec(output)?.[1]
    if (port) return { process: child, port: Number(port), url: `esdb://127.0.0.1:${port}?tls=false` }
  }
  throw new Error(`the event store ended before it served: ${output}`)
}

/** Signals a server and waits until it has ended. */
export async function endServer(server: TestServer, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (server.process.exitCode !== null || server.process.signalCode !== null) return
  const ended = once(server.process, 'exit')
  server.process.kill(signal)
  await ended
}
