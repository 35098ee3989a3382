import type { TokenScope } from '@lectern/contracts/api/access.ts'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Position } from '../event-store/port.ts'

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

/** Declares the properties of a request that say who asks. */
export const decorateCaller = (app: FastifyInstance): void => {
  app.decorateRequest('caller', undefined)
  app.decorateRequest('clientAddress', '')
  app.decorateRequest('readAfter', undefined)
  app.decorateRequest('membership', undefined)
}
