import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'

/** A proxy may pass on what is no address; it then stands for itself. */
const network = (address: string, v4Bits: number): string => {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/${v4Bits}`).toString()
  const [withoutZone = ''] = parsed.toString().split('%')
  return ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/64`).toString()
}

const isPublic = (address: string) => ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'

/** Whom a rate limit by address counts for: one IPv4 address, or the /64 that one IPv6 household has. */
export const rateLimitNetwork = (address: string): string => network(address, 32)

/**
 * Where a signup comes from, for the rule against abuse: an HMAC of the /24 or /64. undefined exempts: without a
 * trusted proxy a loopback or private peer is a proxy or this very machine, and says nothing of the user's place.
 */
export const signupLocation = (
  address: string,
  { secret, trustsProxy }: { secret: string; trustsProxy: boolean },
): Buffer | undefined => {
  if (!trustsProxy && !isPublic(address)) return undefined
  return createHmac('sha256', secret)
    .update(`signup location ${network(address, 24)}`)
    .digest()
}
