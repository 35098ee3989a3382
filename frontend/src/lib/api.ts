import { Refusal } from '@lectern/contracts/api/refusal.ts'
import { CLIENT_VERSION, CLIENT_VERSION_HEADER } from '@lectern/contracts/client-version.ts'
import { z } from 'zod/mini'
import { tellOutdated } from './outdated.ts'

/** A zod schema, classic or mini. */
export type Schema<T> = { readonly parse: (value: unknown) => T }

type Details = Omit<Refusal, 'message' | 'error'>

/** A refused request: its status, the message for the user, and the other fields of the refusal. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly details: Details
  /** How long the server asks to wait. */
  readonly retryAfterMs: number
  /** It was no JSON, as the server's refusals are, but the page of a proxy or a captive portal. */
  readonly isPage: boolean

  constructor(status: number, message: string, details: Details = {}, retryAfterMs = 0, isPage = false) {
    super(message)
    this.status = status
    this.details = details
    this.retryAfterMs = retryAfterMs
    this.isPage = isPage
  }
}

/** The header of every request to the API. */
export const VERSION_HEADER = { [CLIENT_VERSION_HEADER]: String(CLIENT_VERSION) }

const PartialRefusal = z.partial(Refusal)

/** The refusal that a response carries. */
export const errorOf = async (response: Response): Promise<ApiError> => {
  if (response.status === 426) tellOutdated()
  let body: unknown
  try {
    body = await response.json()
  } catch {
    return new ApiError(response.status, `${response.status}: ${response.statusText}`, {}, 0, true)
  }
  const { message, error, ...details } = PartialRefusal.safeParse(body).data ?? {}
  const seconds = Number(response.headers.get('retry-after') ?? 0)
  return new ApiError(response.status, message || error || response.statusText, details, seconds * 1_000 || 0)
}

/** A request without an answer is given up after this time. The server answers within 20 s. */
const TIMEOUT_MS = 30_000

export const withTimeout = (signal: AbortSignal | null | undefined, ms = TIMEOUT_MS): AbortSignal => {
  const timeout = AbortSignal.timeout(ms)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

type ReadInit = Omit<RequestInit, 'headers'>

export type Answer<T> = {
  readonly body: T
  /** It may lack the caller's own last write (header Lectern-Behind). */
  readonly isBehind: boolean
  /** The cursor of the next page of a list whose body has none. */
  readonly cursor: string | null
}

/** Sends GET and parses the JSON with the schema. Throws ApiError on a refusal; TypeError or TimeoutError without an answer. */
export const getAnswer = async <T>(
  path: string,
  schema: Schema<T>,
  init: ReadInit = {},
): Promise<Answer<T>> => {
  const signal = withTimeout(init.signal)
  const response = await fetch(path, {
    ...init,
    headers: VERSION_HEADER,
    signal,
    credentials: 'same-origin',
  })
  if (!response.ok) throw await errorOf(response)
  const isBehind = response.headers.get('lectern-behind') === 'true'
  const cursor = response.headers.get('lectern-cursor')
  return { body: schema.parse(await response.json()), isBehind, cursor }
}

/** Like getAnswer, for data that the caller's own writes do not change. */
export const getJson = async <T>(path: string, schema: Schema<T>, init: ReadInit = {}): Promise<T> =>
  (await getAnswer(path, schema, init)).body

type Unsafe = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A request that changes data. */
export type Write = {
  readonly method: Unsafe
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Sent also when the page closes meanwhile. For small bodies. */
  readonly keepalive?: boolean
  /** The time that a large body may take on a slow line, in ms. */
  readonly timeoutMs?: number
}

/** Sends a write as JSON, or a Blob as it is, with an idempotency key so that a retry has one effect. */
export const send = (
  { method, path, body, headers, keepalive = false }: Write,
  key: string = newKey(),
  signal?: AbortSignal,
  timeoutMs: number = TIMEOUT_MS,
): Promise<Response> =>
  fetch(path, {
    method,
    keepalive,
    credentials: 'same-origin',
    signal: withTimeout(signal, timeoutMs),
    headers: {
      ...VERSION_HEADER,
      ...headers,
      'idempotency-key': key,
      // An act that is sent again has the same trace.
      traceparent: traceOf(key),
      ...(body === undefined || body instanceof Blob ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
  })

/** Keys of another form give no trace: the server makes one. */
const traceOf = (key: string): string => {
  const id = key.replaceAll('-', '')
  return `00-${id}-${id.slice(16)}-01`
}

/** Like send, but throws ApiError when the request is refused. */
export const sendOk = async (...args: Parameters<typeof send>): Promise<Response> => {
  const response = await send(...args)
  if (!response.ok) throw await errorOf(response)
  return response
}

/** A UUID of version 7: its time tells the server an act that it has forgotten from a new one. */
export const newKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  // The marks: version 7, variant 10.
  bytes[0] = ((bytes[0] ?? 0) & 0x0f) | 0x70
  bytes[2] = ((bytes[2] ?? 0) & 0x3f) | 0x80
  const time = Date.now().toString(16).padStart(12, '0')
  const hex = time + [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The server's message; the fallback when the connection failed. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.message ? error.message : fallback

/** The server's message when it refused the request (4xx); the given sentence for other failures. */
export const refusalOf = (error: unknown, sentence: string): string =>
  error instanceof ApiError && error.status < 500 && error.message ? error.message : sentence

/** Whether the request may have taken effect: no answer, or a 5xx answer. */
export const isUnsettled = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500
