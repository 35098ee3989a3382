import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'

/** Undefined where the port can be bound, else the error code (EADDRINUSE, EACCES, EADDRNOTAVAIL …). */
export const bindError = (port: number, host = '127.0.0.1'): Promise<string | undefined> =>
  new Promise(resolve => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)))
  })

/** Ports are given out of blocks of so many. A block is his whose process listens on its first port, until that ends. */
const BLOCK = 16
/** Above 10080, the one port from here on that browsers refuse (https://fetch.spec.whatwg.org/#port-blocking). */
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
 * A port that is free now, and that nobody else is given as long as this process lives, neither here nor in another
 * process that asks here. It lies below those that the kernel hands to outgoing connections: one of these could hold
 * it while our server restarts, or a client that reconnects could even meet itself there.
 */
export const freePort = async (): Promise<number> => (await ports.next()).value

/** Whether a port that we were given in an earlier life is ours again: free, and not given to another process. */
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
