import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const agent = new Agent({ keepAlive: true, maxSockets: 512 })
const PATIENCE_MS = 30_000

export type Shot = {
  readonly port: number
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** Sends one request and discards the body of the answer. @returns the status */
export const shoot = ({ port, method, path, headers, body }: Shot): Promise<number> =>
  new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        agent,
        method,
        path,
        signal: AbortSignal.timeout(PATIENCE_MS),
        headers: {
          ...headers,
          ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
        },
      },
      answer => {
        answer.on('error', reject).on('end', () => resolve(answer.statusCode ?? 0))
        answer.resume()
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })

/** Longer than the server keeps an unread answer. A socket that does not read never learns that it was closed. */
const UNREAD_MS = 22_000

/** Sends a request and never reads the answer. Ends with the connection, after UNREAD_MS or on abort. */
export const askUnread = ({ port, method, path, headers }: Shot, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const socket = connect({ port, host: '127.0.0.1' })
    const timer = setTimeout(() => end(), UNREAD_MS)
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      socket.destroy()
      resolve()
    }
    signal.addEventListener('abort', end, { once: true })
    socket.on('error', end).on('close', end)
    const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    )
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
    socket.pause()
  })

/** Repeats `work` on each connection until the signal aborts, with a rest after each. Failures are ignored. */
export const keepOn = async (
  connections: number,
  signal: AbortSignal,
  work: (connection: number, n: number) => Promise<unknown>,
  restMs = 0,
): Promise<void> => {
  const one = async (connection: number) => {
    for (let n = 0; !signal.aborted; n++) {
      const isDone = await work(connection, n).then(
        () => true,
        () => false,
      )
      await wait(isDone ? restMs : Math.max(restMs, 100))
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, connection) => one(connection)))
}
