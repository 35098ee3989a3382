import { createHmac, timingSafeEqual } from 'node:crypto'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Position } from '../event-store/port.ts'
import { encodePosition, parsePosition } from '../event-store/position.ts'

/** Who asks, as the gateway found by the session. */
export type Caller = { readonly userId: string; readonly libraryId: string; readonly sessionId: string }

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
    /** The address the request came from, by TRUST_PROXY's rule. */
    clientAddress: string
    /** The caller's own last write: a read shows it or waits for it. */
    readAfter: Position | undefined
  }
}

/** @throws Rejected signed-out */
export const requireCaller = (request: FastifyRequest): Caller => {
  if (request.caller === undefined) throw new Rejected('signed-out')
  return request.caller
}

/** Every app that reads a caller declares the properties once, whoever sets them. */
export const decorateCaller = (app: FastifyInstance): void => {
  if (app.hasRequestDecorator('caller')) return
  app.decorateRequest('caller', undefined)
  app.decorateRequest('clientAddress', '')
  app.decorateRequest('readAfter', undefined)
}

const HEADER = 'lectern-caller'
const SIGNATURE = 'lectern-caller-signature'
/** How far the clocks of two machines and the way between them may be apart. */
const VALID_MS = 30_000

/** The path as both sides read it: a proxy may write the characters of a url in another way than its client did. */
const pathOf = (url: string): string => new URL(`http://service${url}`).pathname

/** Method and path are signed as well, so that what is overheard stands for no other request. */
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

/** Headers by which the gateway tells a service in a process of its own who asks. Anything the client sent under these names is replaced. */
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

/** The other side of `forwardCaller`: requests without the gateway's signature, or with an old one, are refused. */
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
