import { createHash } from 'node:crypto'
import { trackingOn } from './tracking-parameters.ts'

/** In characters. Longer keys end in a hash, which bounds the memory of each link. */
const KEY_MAX = 256

/** Escapes of these letters mean the letters. Those of a slash, or of what separates parameters, do not. */
const PLAIN = /[\w.~!*'()[\]{}|^`,:@$-]/
/** A semicolon separates parameters in some queries. */
const PLAIN_IN_PATH = /[\w.~!*'()[\]{}|^`,:@$;-]/

/** The one way to write an address: escapes in upper case, and none that is not needed. */
const oneWay = (part: string, plain: RegExp): string =>
  part.replace(/%(?:([0-9a-f]{2})|)/gi, (_, code?: string) => {
    const letter = code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16))
    return plain.test(letter) ? letter : `%${code?.toUpperCase() ?? '25'}`
  })

/**
 * Identifies a page: urls with the same key are duplicates. The key ignores scheme, www, default port, trailing slashes,
 * tracking parameters, the host's case, escapes that mean the same, and a fragment, unless that begins with `#!` or `#/` and so
 * names the page. All else counts, the order of parameters too. Events keep the keys that were computed before: what this function
 * ignores may grow, and `latestKey` tells the key of an older link. Such a change needs the next READ_VERSION, and no snapshot.
 * @param url an absolute http or https url
 */
export const urlKey = (url: string): string => {
  const { hostname, port, pathname, search, hash, username, password } = new URL(url)
  const bareHost = hostname.replace(/\.$/, '')
  const host = /^www\..+\./.test(bareHost) ? bareHost.slice(4) : bareHost
  const user = username || password ? `${username}:${password}@` : ''
  const path = oneWay(pathname, PLAIN_IN_PATH).replace(/(?<!\/)\/+$/, '')
  const isTracking = trackingOn(host)
  const parameters = oneWay(search.slice(1), PLAIN)
    .split('&')
    .filter(parameter => parameter !== '' && !isTracking(parameter))
  const query = parameters.length > 0 ? `?${parameters.join('&')}` : ''
  const fragment = /^#[!/]/.test(hash) ? oneWay(hash, PLAIN_IN_PATH) : ''
  const key = `${user}${host}${port && `:${port}`}${path}${query}${fragment}`
  if (key.length <= KEY_MAX) return key
  const digest = createHash('sha256').update(key).digest('base64url')
  return `${key.slice(0, KEY_MAX - digest.length - 1)}~${digest}`
}

/**
 * The key that a link has now. Links that had the same key before have the same one now, so a look-up by it finds those of every
 * version. Keys without escapes and parameters are what they were.
 */
export const latestKey = ({
  url,
  urlKey: given,
}: {
  readonly url: string
  readonly urlKey: string
}): string => ((/[%?]/.test(given) || given.length === KEY_MAX) && URL.canParse(url) ? urlKey(url) : given)
