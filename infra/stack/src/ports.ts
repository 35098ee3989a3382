import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'

/** The error code if the port cannot be bound (EADDRINUSE, EACCES, EADDRNOTAVAIL …). */
export const bindError = (port: number, host = '127.0.0.1'): Promise<string | undefined> =>
  new Promise(resolve => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)))
  })

/** Ports in a block. The process that listens on the first port of a block owns the block. */
const BLOCK = 16
/** Browsers refuse port 10080 and none above it (https://fetch.spec.whatwg.org/#port-blocking). */
const FLOOR = 10_240

const held = new Set<number>()

const hold = (block: number): Promise<boolean> =>
  new Promise(resolve => {
    const guard = createServer(socket => socket.destroy())
    guard.once('error', () => resolve(false))
    guard.listen(block * BLOCK, '127.0.0.1', () => {
      guard.unref()
      held.add(block)
      resolve(true)
    })
  })

async function* freePorts(): AsyncGenerator<number, never> {
  const ceiling = firstEphemeralPort()
  const [from, to] = ceiling > 12_000 ? [FLOOR, ceiling] : [Math.max(FLOOR, ceiling), 65_536]
  for (;;) {
    const block = randomInt(Math.ceil(from / BLOCK), Math.floor(to / BLOCK))
    if (!(await hold(block))) continue
    for (let port = block * BLOCK + 1; port < (block + 1) * BLOCK; port += 1)
      if ((await bindError(port)) === undefined) yield port
  }
}

const ports = freePorts()

/**
 * A free port that no other caller gets while this process lives, in this process or another one.
 * It is below the ephemeral ports. An outgoing connection could hold an ephemeral port while our server restarts, and a
 * reconnecting client could even connect to itself there.
 */
export const freePort = async (): Promise<number> => (await ports.next()).value

/** Whether this process may use a port of an earlier start again: it is free and in no other process's block. */
export const isOursAgain = async (port: number): Promise<boolean> => {
  const block = Math.floor(port / BLOCK)
  if (port % BLOCK === 0 || !(held.has(block) || (await hold(block)))) return false
  return (await bindError(port)) === undefined
}

const firstEphemeralPort = (): number => {
  try {
    return Number.parseInt(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10)
  } catch {
    return 49_152
  }
}
