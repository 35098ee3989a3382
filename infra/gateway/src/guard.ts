import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearerOf } from './bearer.ts'

export type Origins = {
  readonly hosts: ReadonlySet<string>
  readonly origins: ReadonlySet<string>
  readonly https: boolean
}

/** The addresses of this gateway: PUBLIC_URL, or by default the three names of loopback. */
export const allowedOrigins = ({
  publicUrl,
  port,
}: {
  publicUrl: URL | undefined
  port: number
}): Origins => {
  const urls = publicUrl
    ? [publicUrl]
    : ['localhost', '127.0.0.1', '[::1]'].map(host => new URL(`http://${host}:${port}`))
  return {
    hosts: new Set(urls.map(url => url.host)),
    origins: new Set(urls.map(url => url.origin)),
    https: publicUrl?.protocol === 'https:',
  }
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const HEALTH = /^\/(livez|readyz|healthz)$/

/**
 * Whether a page of another origin sent the request. A client that sends neither header is no browser, so no page can
 * misuse its cookies.
 */
const isCrossSite = (request: FastifyRequest, origins: ReadonlySet<string>): boolean => {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin'
  const { origin } = request.headers
  return origin !== undefined && !origins.has(origin)
}

/** Absolute urls, and `.` or `..` in a path: a proxy before us could have read another path than the router does. */
const AMBIGUOUS = /^[^/]|(?:\/|%2f)(?:\.|%2e){1,2}(?:\/|%2f|$)/i

/**
 * A password in the body is all that counts there, of a device or of a public page: no cookie is read, so a page of another site can
 * misuse none.
 */
const READS_NO_COOKIE = /^\/(oauth\/v2\/token$|s\/)/

/** Headers that proxies add. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

const UNKNOWN_PROXY =
  'Lectern is behind a proxy that it does not know: set PUBLIC_URL to its address and TRUST_PROXY to the address of the proxy.'

/**
 * Refuses foreign hosts (421), ambiguous paths (404) and writes from other sites' pages (403), before the body is read. Writes
 * through a proxy that no setting names get 421: cookies would not be Secure, and limits would count everybody as one.
 */
export const guardRequests = (
  app: FastifyInstance,
  { hosts, origins, expectsNoProxy }: Origins & { readonly expectsNoProxy: boolean },
): void => {
  const refusalOf = (request: FastifyRequest): Rejected | undefined => {
    // The Host header itself: behind TRUST_PROXY, request.host comes from X-Forwarded-Host.
    const host = request.headers.host?.toLowerCase() ?? ''
    if (!hosts.has(host) && !HEALTH.test(request.url)) return new Rejected('wrong-host')
    const [path = ''] = request.url.split('?', 1)
    if (AMBIGUOUS.test(path)) return new Rejected('not-found')
    const isWrite = !SAFE.has(request.method)
    if (isWrite && expectsNoProxy && FORWARDED.some(name => request.headers[name] !== undefined))
      return new Rejected('wrong-host', {}, UNKNOWN_PROXY)
    const isWithoutCookie = bearerOf(request) !== undefined || READS_NO_COOKIE.test(path)
    if (isWrite && !isWithoutCookie && isCrossSite(request, origins)) return new Rejected('cross-site')
    return undefined
  }
  app.addHook('onRequest', (request, _reply, done) => done(refusalOf(request)))
}
