import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const PATIENCE_MS = 2_000

/** The first bytes that a server sends on a new connection, after `greeting`. Undefined if it sends none. */
const firstBytes = (port: number, host: string, greeting?: Uint8Array): Promise<Buffer | undefined> =>
  new Promise(resolve => {
    const socket = connect({ port, host, timeout: PATIENCE_MS })
    const settle = (bytes: Buffer | undefined) => {
      socket.destroy()
      resolve(bytes)
    }
    socket.on('connect', () => greeting && socket.write(greeting))
    socket.on('data', settle)
    socket.on('timeout', () => settle(undefined))
    socket.on('error', () => settle(undefined))
    socket.on('close', () => settle(undefined))
  })

/** Whether GET `path` answers 200. */
export const answersOk = async (port: number, path: string, host = '127.0.0.1'): Promise<boolean> => {
  const question = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nConnection: close\r\n\r\n`)
  return (await firstBytes(port, host, question))?.toString('latin1').startsWith('HTTP/1.1 200 ') ?? false
}

/** Whether a server listens on the port. */
export const accepts = (port: number, host = '127.0.0.1'): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect({ port, host, timeout: PATIENCE_MS })
    const settle = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    socket.on('connect', () => settle(true))
    socket.on('timeout', () => settle(false))
    socket.on('error', () => settle(false))
  })

/** Postgres asks for a password when it is up. It sends an error during recovery and shutdown. */
export const postgresAsksForPassword = async (
  port: number,
  user: string,
  host = '127.0.0.1',
): Promise<boolean> => {
  const parameters = Buffer.from(`user\0${user}\0database\0${user}\0\0`)
  const startup = Buffer.alloc(8 + parameters.length)
  startup.writeInt32BE(startup.length, 0)
  startup.writeInt32BE(196_608, 4)
  parameters.copy(startup, 8)
  return (await firstBytes(port, host, startup))?.toString('latin1', 0, 1) === 'R'
}

/** NATS sends an INFO line first, which mentions JetStream once that runs. */
export const natsHasJetStream = async (port: number, host = '127.0.0.1'): Promise<boolean> =>
  (await firstBytes(port, host))?.toString('latin1').includes('"jetstream":true') ?? false

/** Polls until `is` answers true. @throws Error with `what` after `patience` milliseconds */
export const until = async (
  what: string,
  is: () => Promise<boolean> | boolean,
  patience = 30_000,
): Promise<void> => {
  const deadline = performance.now() + patience
  while (!(await is())) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${patience / 1000} s`)
    await wait(50)
  }
}
