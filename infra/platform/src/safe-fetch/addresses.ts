import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

/** Azure serves instance metadata and DNS to its machines under this public address. */
const publicYetInternal = new Set(['168.63.129.16'])

/**
 * True for an address on the public internet. Everything that tunnels or maps another address (::ffff:, ::a.b.c.d,
 * 64:ff9b::, 6to4, Teredo) is refused with whatever it wraps: IPv6 only in 2000::/3, as ipaddr.js alone
 * would take ::127.0.0.1 for public.
 */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address) || address.includes('%') || publicYetInternal.has(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast)
}
