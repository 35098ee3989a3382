import { lookup, Resolver } from 'node:dns/promises'

/** All addresses of a host name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

/** Milliseconds. Two tries take at most 4.5 s, less than the time for a connection. */
const tries = { timeout: 1_500, tries: 2 }

/**
 * Asks name servers directly. The system's lookup blocks a thread of Node's small pool while a name server is silent, so a
 * hostile name server could block all lookups.
 * @param servers for tests; default the system's
 */
export function askNameServers(servers?: readonly string[]): Resolve {
  const resolver = new Resolver(tries)
  if (servers) resolver.setServers(servers)
  return async hostname => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason
    return [v4, v6].flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
  }
}

/** Also knows the names of this machine (/etc/hosts). For hosts that the operator allowed. */
export const askSystem: Resolve = async hostname =>
  (await lookup(hostname, { all: true, order: 'verbatim' })).map(entry => entry.address)
