import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

/** Azure serves metadata and DNS to its machines at this public address. */
const publicYetInternal = new Set(['168.63.129.16'])

/**
 * True for an address on the public internet. Refuses all addresses that tunnel or map another one (::ffff:, ::a.b.c.d,
 * 64:ff9b::, 6to4, Teredo). IPv6 must be in 2000::/3, since ipaddr.js takes ::127.0.0.1 for public.
 */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address) || address.includes('%') || publicYetInternal.has(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast)
}
