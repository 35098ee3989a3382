import { Refusal } from '@lectern/contracts/api/errors.ts'
import type { ZodType } from 'zod'

type Details = Omit<Refusal, 'message' | 'error'>

/** A refused request: its status, the sentence for the user, and what the refusal says besides. */
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

const PartialRefusal = Refusal.partial().catch({})

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

/** GET, answered as JSON of the schema's shape. Throws ApiError, or TypeError without a network. */
export const getJson = async <T>(path: string, schema: ZodType<T>, init: RequestInit = {}): Promise<T> => {
  const response = await fetch(path, { ...init, credentials: 'same-origin' })
  if (!response.ok) throw await errorOf(response)
  return schema.parse(await response.json())
}

type Unsafe = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An unsafe request as the server wants it: JSON, and a key under which a retry has one effect. */
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

/** Like send; throws ApiError where the request is refused. */
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

/** What the server said, else the fallback: a failed connection has no words for the user. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.message ? error.message : fallback

/** What is wrong with the request, as the server said it; the sentence where nothing was wrong with it. */
export const refusalOf = (error: unknown, sentence: string): string =>
  error instanceof ApiError && error.status < 500 && error.message ? error.message : sentence

/** No answer, or an answer that leaves open whether the request took effect. */
export const isUnsettled = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500
