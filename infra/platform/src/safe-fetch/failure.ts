export type FetchFailureCode =
  | 'bad-url' // not http(s), userinfo, a port other than 80 and 443, or no url at all
  | 'blocked-address' // not on the public internet
  | 'dns-failed'
  | 'connect-failed' // refused, unreachable, or lost before the answer was whole
  | 'tls-failed'
  | 'timeout'
  | 'too-many-redirects'
  | 'too-large'
  | 'wrong-type' // the caller does not accept this content type
  | 'bad-response' // not HTTP, or a body that cannot be decoded
  | 'http-status' // 4xx or 5xx
  | 'host-busy' // we hold back: the host asked for it or has enough requests of ours, or we hold enough bytes

type Facts = { status?: number; contentType?: string; retryAfterMs?: number; cause?: unknown }

/** The only error of safe-fetch, but for the reason of the caller's own signal. `message` is for operators. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure'
  readonly code: FetchFailureCode
  readonly status: number | undefined
  readonly contentType: string | undefined
  /** When the host would like to be asked again. */
  readonly retryAfterMs: number | undefined

  constructor(code: FetchFailureCode, message: string, facts: Facts = {}) {
    super(message, { cause: facts.cause })
    this.code = code
    this.status = facts.status
    this.contentType = facts.contentType
    this.retryAfterMs = facts.retryAfterMs
  }
}
