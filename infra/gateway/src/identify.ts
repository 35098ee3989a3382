import { LAST_WRITE_HEADER } from '@lectern/contracts/api/access.ts'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { TOKEN_REQUESTS_A_MINUTE } from '@lectern/contracts/limits.ts'
import { POSITION_HEADER, parsePosition, WRITER_HEADER } from '@lectern/platform/event-store/position.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { rateLimitNetwork } from '@lectern/platform/http/client-address.ts'
import { type CookieNames, readCookie, setCookie } from '@lectern/platform/http/cookies.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bearerOf } from './bearer.ts'
import { REMEMBER_SECONDS, type ReadAfter } from './read-after.ts'
import type { SessionCache } from './session-cache.ts'

/** /oauth is of wallabag's API. */
export const isApiRoute = ({ routeOptions }: FastifyRequest): boolean =>
  /^\/(api|oauth)\//.test(routeOptions.url ?? '')

type IdentifyParts = {
  readonly cookies: CookieNames
  readonly epoch: string
  readonly sessions: SessionCache
  readonly readAfter: ReadAfter
  readonly limits: Pick<Limits, 'budget'>
}

const MINUTE_MS = 60_000
/** Requests of one address with tokens that are none. */
const FAILURES_A_MINUTE = 60

/**
 * Sets caller and readAfter on each API request, and remembers the position that a command's reply carries. Refuses
 * requests without a session or a token unless the route is public, those with a token that is none, and those that name another user in Lectern-User: ids of links are
 * the same numbers in every library, so an act that waited in a browser must not reach the library of who signed in since. An act on
 * the store before a restore, which Lectern-Epoch tells, waits for the person's word.
 */
export const identifyCallers = (
  app: FastifyInstance,
  { cookies, epoch, sessions, readAfter, limits }: IdentifyParts,
): void => {
  const requests = limits.budget('requests-of-tokens', {
    limit: TOKEN_REQUESTS_A_MINUTE,
    windowMs: MINUTE_MS,
  })
  const failures = limits.budget('unknown-tokens', { limit: FAILURES_A_MINUTE, windowMs: MINUTE_MS })

  const bySession = async ({ headers, ip }: FastifyRequest): Promise<Caller | undefined> => {
    const token = readCookie(headers.cookie, cookies.session)
    return token === undefined ? undefined : sessions.find(token, rateLimitNetwork(ip))
  }

  /** @throws Rejected token-invalid, too-many-requests */
  const byToken = async (request: FastifyRequest, reply: FastifyReply, token: string): Promise<Caller> => {
    const network = rateLimitNetwork(request.ip)
    const caller = await sessions.findByToken(token, network)
    if (caller === undefined) {
      await failures.spend(network, reply)
      reply.header('www-authenticate', 'Bearer realm="Lectern", error="invalid_token"')
      throw new Rejected('token-invalid')
    }
    await requests.spend(caller.sessionId, reply)
    return caller
  }

  /** Programs keep no cookies: they may send back the header instead. */
  const lastWriteOf = ({ caller, headers }: FastifyRequest): string | undefined => {
    if (caller?.token === undefined) return readCookie(headers.cookie, cookies.readAfter)
    const given = headers[LAST_WRITE_HEADER]
    return given === undefined ? undefined : String(given)
  }

  app.addHook('onRequest', async (request, reply) => {
    if (!isApiRoute(request)) return
    request.clientAddress = request.ip
    const bearer = bearerOf(request)
    request.caller = bearer === undefined ? await bySession(request) : await byToken(request, reply, bearer)
    if (request.caller === undefined) {
      if (request.routeOptions.config.isPublic !== true) throw new Rejected('signed-out')
      return
    }
    const meant = request.headers['lectern-user']
    if (meant !== undefined && meant !== request.caller.userId) throw new Rejected('other-user')
    const since = request.headers['lectern-epoch']
    if (since !== undefined && since !== epoch) throw new Rejected('restored')
    request.readAfter = readAfter.of(request.caller.userId, lastWriteOf(request))
  })

  const noteWrite = (request: FastifyRequest, reply: FastifyReply): void => {
    if (request.method === 'POST' && /^\/api\/logout(\?|$)/.test(request.url)) {
      const token = readCookie(request.headers.cookie, cookies.session)
      if (token !== undefined) sessions.forget(token)
    }
    const header = reply.getHeader(POSITION_HEADER)
    if (header === undefined) return
    const writer = reply.getHeader(WRITER_HEADER) ?? request.caller?.userId
    reply.removeHeader(POSITION_HEADER)
    reply.removeHeader(WRITER_HEADER)
    const position = parsePosition(String(header))
    if (position === undefined || writer === undefined) return
    const value = readAfter.remember(String(writer), position)
    if (request.caller?.token) {
      reply.header(LAST_WRITE_HEADER, value)
      return
    }
    reply.header(
      'set-cookie',
      setCookie(cookies.readAfter, value, { maxAge: REMEMBER_SECONDS, secure: cookies.secure }),
    )
  }
  app.addHook('onSend', (request, reply, _payload, done) => {
    noteWrite(request, reply)
    done()
  })
}
