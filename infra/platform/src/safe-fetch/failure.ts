export type FetchFailureCode =
  | 'bad-url' // not http(s), with userinfo, on a port other than 80 and 443, or no url at all
  | 'blocked-address' // not on the public internet
  | 'dns-failed'
  | 'connect-failed' // refused, unreachable, or lost before the end of the answer
  | 'tls-failed'
  | 'timeout'
  | 'too-many-redirects'
  | 'too-large'
  | 'wrong-type' // the caller does not accept this content type
  | 'bad-response' // not HTTP, or a body that cannot be decoded
  | 'http-status' // 4xx or 5xx
  | 'host-busy' // we wait: the host asked for it, has enough requests of ours, or we hold enough bytes

type Facts = { status?: number; contentType?: string; retryAfterMs?: number; cause?: unknown }

/** The only error of safe-fetch, except the reason of the caller's own signal. `message` is for operators. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure'
  /** The message or a cause may name the host, so logs have the code alone. */
  readonly namesHost = true
  readonly code: FetchFailureCode
  readonly status: number | undefined
  readonly contentType: string | undefined
  /** The host's Retry-After. */
  readonly retryAfterMs: number | undefined

  constructor(code: FetchFailureCode, message: string, facts: Facts = {}) {
    super(message, { cause: facts.cause })
    this.code = code
    this.status = facts.status
    this.contentType = facts.contentType
    this.retryAfterMs = facts.retryAfterMs
  }
}
