import { StartError } from '@lectern/stack/start-error.ts'

/**
 * The origin of a Lectern on this machine.
 * @throws StartError for an address beyond loopback
 */
export const loopback = (address: string): URL => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'http:' || !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname))
    throw new StartError(`Load tests talk to loopback only, and ${address} is elsewhere.`)
  // The gateway listens on one of the addresses that localhost has.
  if (url.hostname === 'localhost') url.hostname = '127.0.0.1'
  return url
}
