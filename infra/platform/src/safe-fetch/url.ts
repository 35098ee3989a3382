import { isIP } from 'node:net'
import { isPublicAddress } from './addresses.ts'
import { FetchFailure } from './failure.ts'

/** `host:port` pairs that are allowed although they are private or on another port. */
export type AllowedHosts = ReadonlySet<string>

/** From FETCH_ALLOW_HOSTS: host:port pairs, lower case, IPv6 in brackets. */
export const allowedHosts = (pairs: readonly string[]): AllowedHosts =>
  new Set(pairs.map(pair => pair.trim().toLowerCase()))

export const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80')

export const isAllowed = (url: URL, allow: AllowedHosts): boolean =>
  allow.has(`${url.hostname}:${portOf(url)}`)

/** A hostname without the brackets of IPv6. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/**
 * Checks a url without resolving its name. The URL parser has already normalised decimal, octal, hex and short IPs,
 * circled digits, ideographic full stops and soft hyphens.
 * @throws FetchFailure bad-url, blocked-address
 */
export function checkUrl(input: string, allow: AllowedHosts): URL {
  const url = URL.parse(input)
  if (!url) throw new FetchFailure('bad-url', 'not a url')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchFailure('bad-url', `scheme ${url.protocol}`)
  }
  if (url.username || url.password) throw new FetchFailure('bad-url', 'url with a user name or password')
  if (isAllowed(url, allow)) return url
  if (url.port !== '' && url.port !== '80' && url.port !== '443') {
    throw new FetchFailure('bad-url', `port ${url.port}`)
  }
  const host = bareHost(url.hostname)
  if (isIP(host)) {
    if (!isPublicAddress(host)) throw new FetchFailure('blocked-address', host)
    return url
  }
  const name = host.replace(/\.$/, '')
  if (name === 'localhost' || name.endsWith('.localhost')) throw new FetchFailure('blocked-address', host)
  return url
}

/** Whether a page may make a reader's browser, or us, load this url. */
export function isPublicUrl(input: string, allow: AllowedHosts): boolean {
  try {
    checkUrl(input, allow)
    return true
  } catch {
    return false
  }
}
