import ipaddr from 'ipaddr.js'

const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/

/** Drops the port, which some proxies add and which differs for each connection. */
const withoutPort = (entry: string): string => {
  const [, v6, v4] = WITH_PORT.exec(entry.trim()) ?? []
  return v6 ?? v4 ?? entry.trim()
}

/** Refuses short forms such as 1.2. */
const isAddress = (entry: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(entry) || ipaddr.IPv6.isValid(entry)

/**
 * An X-Forwarded-For header with addresses alone. An entry that is no address is dropped with all entries before it,
 * since nobody vouches for them. With an empty result Fastify takes the peer's address.
 */
export const plainForwardedFor = (header: string): string => {
  const entries = header.split(',').map(withoutPort)
  return entries.slice(entries.findLastIndex(entry => !isAddress(entry)) + 1).join(', ')
}

/** The network of an address. IPv6 counts by /64, which is one household. */
export const networkOf = (address: string, v4Bits: number): string => {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/${v4Bits}`).toString()
  const [withoutZone = ''] = parsed.toString().split('%')
  return ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/64`).toString()
}

/** The key of a limit by address: one IPv4 address, or an IPv6 /64. */
export const rateLimitNetwork = (address: string): string => networkOf(address, 32)

/** The network of an address for the eyes of its owner: 93.184.216.0/24, or an IPv6 /64. */
export const shortNetwork = (address: string): string =>
  ipaddr.isValid(address)
    ? `${networkOf(address, 24)}/${ipaddr.process(address).kind() === 'ipv4' ? 24 : 64}`
    : address
