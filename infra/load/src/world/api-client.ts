import { Agent, request } from 'node:http'

export type ApiAnswer = {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  /** Parsed JSON, or the text if it is not JSON. */
  readonly body: unknown
}

export type ApiRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** Sent as JSON, unless it has its own bytes. */
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** Milliseconds until the client gives up. */
  readonly timeout?: number
}

/** One user's client. It keeps connections and cookies as a browser does. */
export type ApiClient = {
  /** @throws Error if the answer is missing or incomplete */
  ask(request: ApiRequest): Promise<ApiAnswer>
  /** The present Cookie header. */
  cookie(): string
}

const TIMEOUT_MS = 25_000
/** More than the people of any bench who wait for an answer at once. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** @param address the client address that the stack sees; the stack must trust a proxy here */
export const createApiClient = (port: number, address?: string): ApiClient => {
  const cookies = new Map<string, { readonly value: string; readonly until: number }>()
  const cookie = () =>
    [...cookies]
      .filter(([, { until }]) => until > Date.now())
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')

  const keep = (lines: readonly string[]) => {
    for (const line of lines) {
      const [pair = ''] = line.split(';')
      const equals = pair.indexOf('=')
      const seconds = Number(/;\s*max-age=(\d+)/i.exec(line)?.[1] ?? Number.POSITIVE_INFINITY)
      cookies.set(pair.slice(0, equals), {
        value: pair.slice(equals + 1),
        until: Date.now() + seconds * 1_000,
      })
    }
  }

  return {
    cookie,
    ask: ({ method, path, body, headers, timeout = TIMEOUT_MS }) =>
      new Promise((resolve, reject) => {
        const sent = toBytes(body)
        const outgoing = request(
          {
            host: '127.0.0.1',
            port,
            agent,
            method,
            path,
            signal: AbortSignal.timeout(timeout),
            headers: {
              ...(address !== undefined && { 'x-forwarded-for': address }),
              ...(cookies.size > 0 && { cookie: cookie() }),
              ...(sent !== undefined && {
                'content-type': sent.type,
                'content-length': Buffer.byteLength(sent.bytes),
              }),
              ...headers,
            },
          },
          answer => {
            const parts: Buffer[] = []
            answer.on('data', part => parts.push(part))
            answer.on('error', reject)
            answer.on('end', () => {
              keep(answer.headers['set-cookie'] ?? [])
              const status = answer.statusCode ?? 0
              resolve({ status, headers: answer.headers, body: parse(Buffer.concat(parts).toString()) })
            })
          },
        )
        outgoing.on('error', cause => reject(new Error(`${method} ${path}: ${cause.message}`, { cause })))
        outgoing.end(sent?.bytes)
      }),
  }
}

/** A body that is no JSON. */
export class Bytes {
  readonly type: string
  readonly bytes: string | Buffer

  constructor(type: string, bytes: string | Buffer) {
    this.type = type
    this.bytes = bytes
  }
}

const toBytes = (body: unknown): Bytes | undefined => {
  if (body === undefined || body instanceof Bytes) return body
  return new Bytes('application/json', JSON.stringify(body))
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
