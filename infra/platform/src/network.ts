import ipaddr from 'ipaddr.js'

/** The network of an address: so many bits of IPv4, the /64 of IPv6. What a proxy passes on that is no address stands for itself. */
export const networkOf = (address: string, v4Bits: number): string => {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/${v4Bits}`).toString()
  const [withoutZone = ''] = parsed.toString().split('%')
  return ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/64`).toString()
}

/** Whom a rate limit by address counts for: one IPv4 address, or the /64 that one IPv6 household has. */
export const rateLimitNetwork = (address: string): string => networkOf(address, 32)
