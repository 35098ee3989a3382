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

/**
 * A port that is free now, below those that the kernel hands to outgoing connections: one of these could hold the
 * port while our server restarts, or a client that reconnects could even meet itself there.
 */
export const freePort = async (): Promise<number> => {
  const ceiling = firstEphemeralPort()
  for (;;) {
    const port = ceiling > 12_000 ? randomInt(10_000, ceiling) : randomInt(ceiling, 65_536)
    if ((await bindError(port)) === undefined) return port
  }
}

const firstEphemeralPort = (): number => {
  try {
    return Number.parseInt(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10)
  } catch {
    return 49_152
  }
}
