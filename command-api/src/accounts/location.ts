import { createHmac } from 'node:crypto'
import { networkOf } from '@lectern/platform/http/client-address.ts'
import ipaddr from 'ipaddr.js'

const isPublic = (address: string) => ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'

/**
 * The network of a signup, for the limit of free accounts: an HMAC of the /24 or /64. Without a trusted proxy, a loopback
 * or private address belongs to a proxy or this machine, and is exempt (undefined).
 */
export const signupLocation = (
  address: string,
  { secret, trustsProxy }: { secret: string; trustsProxy: boolean },
): Buffer | undefined => {
  if (!trustsProxy && !isPublic(address)) return undefined
  return createHmac('sha256', secret)
    .update(`signup location ${networkOf(address, 24)}`)
    .digest()
}
