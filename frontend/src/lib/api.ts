import { Refusal } from '@lectern/contracts/api/errors.ts'
import { z } from 'zod/mini'

type Details = Omit<Refusal, 'message' | 'error'>

/** A refused request: its status, the message for the user, and the other fields of the refusal. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly isDuplicate: Details['isDuplicate']
  readonly existingLink: Details['existingLink']
  readonly currentCount: Details['currentCount']
  readonly limit: Details['limit']
  readonly upgradeRequired: Details['upgradeRequired']
  readonly hasAccount: Details['hasAccount']

  constructor(status: number, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.isDuplicate = details.isDuplicate
    this.existingLink = details.existingLink
    this.currentCount = details.currentCount
    this.limit = details.limit
    this.upgradeRequired = details.upgradeRequired
    this.hasAccount = details.hasAccount
  }
}

const PartialRefusal = z.catch(z.partial(Refusal), {})

const errorOf = async (response: Response): Promise<ApiError> => {
  let body: unknown
  try {
    body = await response.json()
  } catch {
    return new ApiError(response.status, `${response.status}: ${response.statusText}`)
  }
  const { message, error, ...details } = PartialRefusal.parse(body)
  return new ApiError(response.status, message || error || response.statusText, details)
}

/** Sends GET and parses the JSON with the schema. Throws ApiError on a refusal and TypeError without a network. */
export const getJson = async <T>(
  path: string,
  schema: z.ZodMiniType<T>,
  init: RequestInit = {},
): Promise<T> => {
  const response = await fetch(path, { ...init, credentials: 'same-origin' })
  if (!response.ok) throw await errorOf(response)
  return schema.parse(await response.json())
}

type Unsafe = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Sends a request that changes data: JSON, with an idempotency key so that a retry has one effect. */
export const send = (
  method: Unsafe,
  path: string,
  body: unknown = undefined,
  key: string = newKey(),
): Promise<Response> =>
  fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      'idempotency-key': key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

/** Like send, but throws ApiError when the request is refused. */
export const sendOk = async (...args: Parameters<typeof send>): Promise<Response> => {
  const response = await send(...args)
  if (!response.ok) throw await errorOf(response)
  return response
}

/** A random UUID; crypto.randomUUID is missing on plain http away from localhost. */
export const newKey = (): string => {
  if ('randomUUID' in crypto) return crypto.randomUUID()
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16))
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

/** The server's message; the fallback when the connection failed. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.message ? error.message : fallback

/** The server's message when it refused the request (4xx); the given sentence for other failures. */
export const refusalOf = (error: unknown, sentence: string): string =>
  error instanceof ApiError && error.status < 500 && error.message ? error.message : sentence

/** Whether the request may have taken effect: no answer, or a 5xx answer. */
export const isUnsettled = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500
