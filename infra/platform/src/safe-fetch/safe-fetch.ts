import { Agent, request } from 'undici'
import { span } from '../process/tracing.ts'
import { readBody } from './body.ts'
import { type Dial, guardedConnector } from './connect.ts'
import { type Cookies, createCookies } from './cookies.ts'
import { FetchFailure } from './failure.ts'
import { type EnterRequest, type PerHost, perHost } from './per-host.ts'
import type { Resolve } from './resolve.ts'
import { type AllowedHosts, checkUrl } from './url.ts'

const maxRedirects = 5
const FETCH = { name: 'GET', kind: 'client', attributes: { 'http.request.method': 'GET' } } as const
const userAgent = 'Mozilla/5.0 (compatible; Lectern/0.1; reads pages that its users save)'

export type FetchRequest = EnterRequest & {
  /** Bytes of the decoded body. */
  readonly maxBytes: number
  /** Treatment of a longer body; default fail. */
  readonly beyond?: 'fail' | 'cut'
  /** Whether to read a body of this mime type; '' when the host names none. */
  readonly accepts: (mimeType: string) => boolean
  readonly signal?: AbortSignal
  /** Called for each piece of the decoded body; may throw a FetchFailure to end the request. */
  readonly onBytes?: (bytes: number) => void
  /** The address that a page only leads on to. It is followed like a redirect, unless it was asked already. */
  readonly leadsTo?: (answer: Fetched) => string | undefined
}

export type Fetched = {
  /** The url after all redirects. */
  readonly finalUrl: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The Content-Type header, or '' if there is none. */
  readonly contentType: string
  readonly body: Uint8Array
  /** True when the body was longer than maxBytes. */
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
  /** Limits per host, shared by all requests. */
  readonly hosts?: PerHost
}

/** The only way to fetch an address that a user gave. */
export function createSafeFetch({
  allow,
  timeouts = { connectMs: 5_000, headersMs: 10_000, totalMs: 20_000 },
  now = Date.now,
  hosts = perHost({ now }),
  ...network
}: SafeFetchOptions): SafeFetch {
  const connect = guardedConnector({ allow, timeoutMs: timeouts.connectMs, ...network })

  const visit = async (
    url: URL,
    wanted: FetchRequest,
    cookies: Cookies,
    signal: AbortSignal,
    leave: () => void,
  ) => {
    const begun = now()
    // A connection serves one request, so that every request is checked.
    const agent = new Agent({ connect, connections: 1, pipelining: 0, headersTimeout: timeouts.headersMs })
    try {
      const answer = await get(url, agent, signal, wanted, cookies, now)
      hosts.served(url.host)
      return answer
    } catch (error) {
      const failure = asFailure(error)
      // A caller's abort does not count against the host, nor does a deadline that left it too little time to connect.
      const hadTime = !isTimeout(failure) || now() - begun >= timeouts.connectMs * 0.9
      if (hadTime && !wanted.signal?.aborted) note(hosts, url.host, failure)
      throw error
    } finally {
      leave()
      agent.destroy().catch(() => {})
    }
  }

  const followed: SafeFetch = async (start, wanted) => {
    let url = checkUrl(start, allow)
    let signal = wanted.signal
    let deadline: AbortSignal | undefined
    const cookies = createCookies()
    const asked = new Set<string>()
    try {
      for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
        const leave = hosts.enter(url.host, wanted)
        // The deadline starts when the request has its first place.
        deadline ??= AbortSignal.timeout(timeouts.totalMs)
        signal = wanted.signal ? AbortSignal.any([wanted.signal, deadline]) : deadline
        const answer = await visit(url, wanted, cookies, signal, leave)
        asked.add(url.href)
        const next = answer instanceof URL ? answer : pageAfter(answer, wanted)
        if (!(answer instanceof URL) && (!next || asked.has(next.href))) return answer
        url = checkUrl(next?.href ?? '', allow)
      }
    } catch (error) {
      wanted.signal?.throwIfAborted()
      throw asFailure(error)
    }
    throw new FetchFailure('too-many-redirects', `more than ${maxRedirects}`)
  }
  return (start, wanted) => span(FETCH, () => followed(start, wanted))
}

const pageAfter = (answer: Fetched, { leadsTo }: FetchRequest): URL | null => {
  const address = leadsTo?.(answer)
  return address === undefined ? null : URL.parse(address, answer.finalUrl)
}

const isTimeout = (failure: FetchFailure) => failure.code === 'timeout'

/** Counts a failure for or against the host. An answer counts for it, also one that is of no use. */
function note(hosts: PerHost, host: string, failure: FetchFailure): void {
  const { code, status = 0 } = failure
  const isAnswer =
    code === 'wrong-type' ||
    code === 'too-large' ||
    (code === 'http-status' && status !== 429 && status !== 503)
  if (isAnswer) hosts.served(host)
  else hosts.failed(host, failure)
}

/** Sends one request. Gives a URL when the answer is a redirect. */
async function get(
  url: URL,
  dispatcher: Agent,
  signal: AbortSignal,
  wanted: FetchRequest,
  cookies: Cookies,
  now: () => number,
): Promise<Fetched | URL> {
  const cookie = cookies.of(url)
  const response = await request(url, {
    dispatcher,
    signal,
    headers: {
      ...(cookie !== undefined && { cookie }),
      'user-agent': userAgent,
      accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5',
      'accept-encoding': 'gzip, br',
      'accept-language': 'en,*;q=0.5',
    },
  })
  // The agent is destroyed while an unread body may still arrive.
  response.body.on('error', () => {})
  const header = (name: string) => [response.headers[name] ?? ''].flat()[0] ?? ''
  const status = response.statusCode
  cookies.keep(url, [response.headers['set-cookie'] ?? []].flat())

  const location = header('location')
  if (status >= 300 && status < 400 && location) {
    const next = URL.parse(location, url)
    if (!next) throw new FetchFailure('bad-url', 'redirect to no url')
    return next
  }
  const contentType = header('content-type')
  if (status < 200 || status >= 300) {
    const retryAfterMs = delayOf(header('retry-after'), now())
    throw new FetchFailure('http-status', `status ${status}`, {
      status,
      contentType,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    })
  }
  if (!wanted.accepts(mimeTypeOf(contentType))) {
    throw new FetchFailure('wrong-type', contentType, { contentType })
  }
  const { maxBytes, beyond = 'fail', onBytes } = wanted
  const limit = { maxBytes, beyond, onBytes }
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
