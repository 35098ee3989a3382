import { lookup, Resolver } from 'node:dns/promises'

/** All addresses of a host name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

/** Two tries take 4.5 s at most, within the time that a connection has. */
const tries = { timeout: 1_500, tries: 2 }

/**
 * Asks name servers by itself. The system's own lookup takes one of two threads of the process for as long as a name
 * server is silent, so that two names of a hostile one would hold up everybody's.
 * @param servers of tests; default the system's
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

/** Knows the names that only this machine has, such as those of /etc/hosts: for hosts that the operator allowed. */
export const askSystem: Resolve = async hostname =>
  (await lookup(hostname, { all: true, order: 'verbatim' })).map(entry => entry.address)
