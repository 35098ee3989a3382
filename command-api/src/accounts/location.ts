import { createHmac } from 'node:crypto'
import { networkOf } from '@lectern/platform/http/client-address.ts'
import ipaddr from 'ipaddr.js'

const isPublic = (address: string) => ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'

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
    .update(`signup location ${networkOf(address, 24)}`)
    .digest()
}
