import ipaddr from 'ipaddr.js'

const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/

/** Some proxies tell the port as well; without it the address is the same for each connection. */
const withoutPort = (entry: string): string => {
  const [, v6, v4] = WITH_PORT.exec(entry.trim()) ?? []
  return v6 ?? v4 ?? entry.trim()
}

/** Short forms such as 1.2 are no addresses of a peer. */
const isAddress = (entry: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(entry) || ipaddr.IPv6.isValid(entry)

/**
 * An X-Forwarded-For of addresses alone. An entry that is none says nothing of where those before it come from: they
 * are dropped with it. Where none is left, the peer stands for itself.
 */
export const plainForwardedFor = (header: string): string => {
  const entries = header.split(',').map(withoutPort)
  return entries.slice(entries.findLastIndex(entry => !isAddress(entry)) + 1).join(', ')
}

/** The network that an address belongs to: of IPv6 the /64, which one household has. */
export const networkOf = (address: string, v4Bits: number): string => {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/${v4Bits}`).toString()
  const [withoutZone = ''] = parsed.toString().split('%')
  return ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/64`).toString()
}

/** Whom a limit by address counts for: one IPv4 address, or a /64. */
export const rateLimitNetwork = (address: string): string => networkOf(address, 32)
