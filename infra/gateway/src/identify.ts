import { Rejected } from '@lectern/contracts/api/errors.ts'
import { POSITION_HEADER, parsePosition, WRITER_HEADER } from '@lectern/platform/event-store/position.ts'
import { decorateCaller } from '@lectern/platform/http/caller.ts'
import { rateLimitNetwork } from '@lectern/platform/http/client-address.ts'
import { type CookieNames, readCookie, setCookie } from '@lectern/platform/http/cookies.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { REMEMBER_SECONDS, type ReadAfter } from './read-after.ts'
import type { SessionCache } from './session-cache.ts'

export const isApiRoute = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url?.startsWith('/api/') === true

/**
 * Sets caller and readAfter on each API request, and remembers the position that a command's reply carries. Refuses
 * requests without a session unless the route is public, and those that name another user in Lectern-User: ids of links are
 * the same numbers in every library, so an act that waited in a browser must not reach the library of who signed in since.
 */
export const identifyCallers = (
  app: FastifyInstance,
  { cookies, sessions, readAfter }: { cookies: CookieNames; sessions: SessionCache; readAfter: ReadAfter },
): void => {
  decorateCaller(app)

  app.addHook('onRequest', async request => {
    if (!isApiRoute(request)) return
    request.clientAddress = request.ip
    const token = readCookie(request.headers.cookie, cookies.session)
    if (token !== undefined) request.caller = await sessions.find(token, rateLimitNetwork(request.ip))
    if (request.caller === undefined) {
      if (request.routeOptions.config.isPublic !== true) throw new Rejected('signed-out')
      return
    }
    const meant = request.headers['lectern-user']
    if (meant !== undefined && meant !== request.caller.userId) throw new Rejected('other-user')
    const cookie = readCookie(request.headers.cookie, cookies.readAfter)
    request.readAfter = readAfter.of(request.caller.userId, cookie)
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
