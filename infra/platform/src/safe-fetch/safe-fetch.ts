import { Agent, request } from 'undici'
import { readBody } from './body.ts'
import { type Dial, guardedConnector, type Resolve } from './connect.ts'
import { FetchFailure } from './failure.ts'
import { type PerHost, perHost } from './per-host.ts'
import { type AllowedHosts, checkUrl } from './url.ts'

const maxRedirects = 5
const userAgent = 'Mozilla/5.0 (compatible; Lectern/0.1; reads pages that its users save)'

export type FetchRequest = {
  /** Bytes of the decoded body. */
  readonly maxBytes: number
  /** What to do with a longer one; default fail. */
  readonly beyond?: 'fail' | 'cut'
  /** Whether a body of this mime type ('' where the host names none) is worth reading. */
  readonly accepts: (mimeType: string) => boolean
  readonly signal?: AbortSignal
}

export type Fetched = {
  /** Where the redirects led. */
  readonly finalUrl: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** As the host sent it, or ''. */
  readonly contentType: string
  readonly body: Uint8Array
  /** True where the body went on beyond maxBytes. */
  readonly cut: boolean
}

/** GETs an address that a user gave. @throws FetchFailure; the reason of `signal` when that aborts */
export type SafeFetch = (url: string, request: FetchRequest) => Promise<Fetched>

export type SafeFetchOptions = {
  readonly allow: AllowedHosts
  readonly timeouts?: { connectMs: number; headersMs: number; totalMs: number }
  readonly resolve?: Resolve
  readonly dial?: Dial
  readonly now?: () => number
}

/** The one way out to user-given addresses. Places and patience per host are shared by all its requests. */
export function createSafeFetch({
  allow,
  timeouts = { connectMs: 5_000, headersMs: 10_000, totalMs: 20_000 },
  now = Date.now,
  ...network
}: SafeFetchOptions): SafeFetch {
  const hosts = perHost({ now })
  const connect = guardedConnector({ allow, timeoutMs: timeouts.connectMs, ...network })

  return async (start, wanted) => {
    let url = checkUrl(start, allow)
    let signal = wanted.signal ?? new AbortController().signal
    let deadline: AbortSignal | undefined
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const leave = await hosts.enter(url.host, signal)
      // The time waited for the first place is not the host's fault.
      deadline ??= AbortSignal.timeout(timeouts.totalMs)
      signal = wanted.signal ? AbortSignal.any([wanted.signal, deadline]) : deadline
      // A connection serves one request, so that no check outlives what it checked.
      const agent = new Agent({ connect, connections: 1, pipelining: 0, headersTimeout: timeouts.headersMs })
      try {
        const answer = await get(url, agent, signal, wanted, hosts, now)
        if (!(answer instanceof URL)) return answer
        url = checkUrl(answer.href, allow)
      } catch (error) {
        wanted.signal?.throwIfAborted()
        throw asFailure(error)
      } finally {
        leave()
        agent.destroy().catch(() => {})
      }
    }
    throw new FetchFailure('too-many-redirects', `more than ${maxRedirects}`)
  }
}

/** One request. A URL is where it redirects to. */
async function get(
  url: URL,
  dispatcher: Agent,
  signal: AbortSignal,
  wanted: FetchRequest,
  hosts: PerHost,
  now: () => number,
): Promise<Fetched | URL> {
  const response = await request(url, {
    dispatcher,
    signal,
    headers: {
      'user-agent': userAgent,
      accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5',
      'accept-encoding': 'gzip, br',
      'accept-language': 'en,*;q=0.5',
    },
  })
  // The agent is destroyed while a body that nobody reads may still come.
  response.body.on('error', () => {})
  const header = (name: string) => [response.headers[name] ?? ''].flat()[0] ?? ''
  const status = response.statusCode

  const location = header('location')
  if (status >= 300 && status < 400 && location) {
    const next = URL.parse(location, url)
    if (!next) throw new FetchFailure('bad-url', 'redirect to no url')
    return next
  }
  const contentType = header('content-type')
  if (status < 200 || status >= 300) {
    const retryAfterMs = delayOf(header('retry-after'), now())
    if (status === 429 || status === 503) hosts.refused(url.host, retryAfterMs)
    throw new FetchFailure('http-status', `status ${status}`, {
      status,
      contentType,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    })
  }
  hosts.served(url.host)
  if (!wanted.accepts(mimeTypeOf(contentType))) {
    throw new FetchFailure('wrong-type', contentType, { contentType })
  }
  const limit = { maxBytes: wanted.maxBytes, beyond: wanted.beyond ?? 'fail' }
  const { body, cut } = await readBody(response.body, header('content-encoding'), limit)
  const headers = Object.fromEntries(Object.keys(response.headers).map(name => [name, header(name)]))
  return { finalUrl: url.href, status, headers, contentType, body, cut }
}

export const mimeTypeOf = (contentType: string): string =>
  (contentType.split(';')[0] ?? '').trim().toLowerCase()

/** Retry-After is seconds or a date. */
function delayOf(retryAfter: string, now: number): number | undefined {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000
  const date = Date.parse(retryAfter)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function asFailure(error: unknown): FetchFailure {
  if (error instanceof FetchFailure) return error
  const { code, name = '', message = '' } = error as NodeJS.ErrnoException
  const say = (kind: FetchFailure['code']) => new FetchFailure(kind, message || name, { cause: error })
  if (name === 'TimeoutError' || /TIMEOUT/.test(String(code))) return say('timeout')
  if (name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW') return say('bad-response')
  return say('connect-failed')
}
