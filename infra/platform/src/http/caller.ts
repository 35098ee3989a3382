import { createHmac, timingSafeEqual } from 'node:crypto'
import type { TokenScope } from '@lectern/contracts/api/access.ts'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Position } from '../event-store/port.ts'
import { encodePosition, parsePosition } from '../event-store/position.ts'

/** The person who asks, found by the session or by a token. */
export type Caller = {
  readonly userId: string
  readonly libraryId: string
  /** With a token, its id. */
  readonly sessionId: string
  /** How a program asks for the person. Absent for a session. */
  readonly token?: { readonly kind: 'token' | 'device'; readonly scope: TokenScope }
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
    /** The address of the client; behind the proxies of TRUST_PROXY, the one that they report. */
    clientAddress: string
    /** The position of the caller's last write; a read waits until it can show it. */
    readAfter: Position | undefined
  }
}

/** @throws Rejected signed-out */
export const requireCaller = (request: FastifyRequest): Caller => {
  if (request.caller === undefined) throw new Rejected('signed-out')
  return request.caller
}

/** Declares the properties of a request that say who asks. Does nothing the second time. */
export const decorateCaller = (app: FastifyInstance): void => {
  if (app.hasRequestDecorator('caller')) return
  app.decorateRequest('caller', undefined)
  app.decorateRequest('clientAddress', '')
  app.decorateRequest('readAfter', undefined)
}

const HEADER = 'lectern-caller'
const SIGNATURE = 'lectern-caller-signature'
/** Allows for clocks that differ and for the time under way. */
const VALID_MS = 30_000

/** The normalised path: a proxy may escape other characters than its client did. */
const pathOf = (url: string): string => new URL(`http://service${url}`).pathname

/** Signs method and path too, so that an overheard signature fits no other request. */
const sign = (
  secret: string,
  { method, url }: Pick<FastifyRequest, 'method' | 'url'>,
  text: string,
): Buffer =>
  createHmac('sha256', secret)
    .update(`${method} ${pathOf(url)}\n${text}`)
    .digest()

export type Forwarded = Pick<FastifyRequest, 'caller' | 'clientAddress' | 'method' | 'url'> &
  Partial<Pick<FastifyRequest, 'readAfter'>>

/** Headers that tell a service in another process who asks. They replace those that the client sent under these names. */
export const forwardCaller = (request: Forwarded, secret: string): Record<string, string> => {
  const { caller, clientAddress, readAfter } = request
  const at = Date.now()
  const text = JSON.stringify({
    caller,
    clientAddress,
    readAfter: readAfter && encodePosition(readAfter),
    at,
  })
  return { [HEADER]: text, [SIGNATURE]: sign(secret, request, text).toString('base64url') }
}

/** Reads the headers of `forwardCaller`. Refuses requests whose signature is missing, wrong or old. */
export const acceptForwardedCaller = (app: FastifyInstance, secret: string): void => {
  decorateCaller(app)
  app.addHook('onRequest', async request => {
    const text = String(request.headers[HEADER] ?? '')
    const given = Buffer.from(String(request.headers[SIGNATURE] ?? ''), 'base64url')
    const expected = sign(secret, request, text)
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new Rejected('signed-out')
    const { caller, clientAddress, readAfter, at } = JSON.parse(text)
    if (Math.abs(Date.now() - at) > VALID_MS) throw new Rejected('signed-out')
    request.caller = caller
    request.clientAddress = clientAddress
    request.readAfter = parsePosition(readAfter)
  })
}
