import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'

const network = (address: string, v4Bits: number): string => {
  const parsed = ipaddr.process(address)
  const bits = parsed.kind() === 'ipv4' ? v4Bits : 64
  const kind = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return kind.networkAddressFromCIDR(`${parsed.toString()}/${bits}`).toString()
}

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
  if (!trustsProxy && ipaddr.process(address).range() !== 'unicast') return undefined
  return createHmac('sha256', secret)
    .update(`signup location ${network(address, 24)}`)
    .digest()
}
