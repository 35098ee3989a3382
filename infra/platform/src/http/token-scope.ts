import type { TokenScope } from '@lectern/contracts/api/access.ts'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { TOKEN_ROUTES } from '@lectern/contracts/token-routes.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What a token must have for this route; undefined where no token may call it. */
const neededFor = ({ method, routeOptions }: FastifyRequest): TokenScope | undefined => {
  const route = `${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`
  return Object.hasOwn(TOKEN_ROUTES, route) ? TOKEN_ROUTES[route as keyof typeof TOKEN_ROUTES] : undefined
}

/**
 * Refuses what a token may not do: routes that are not for tokens, and changes by one that only reads. The services ask, since
 * they alone know which route a path leads to.
 */
export const limitTokens = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    const token = request.caller?.token
    if (token === undefined) return
    const needed = neededFor(request)
    if (needed === undefined) throw new Rejected('not-for-tokens')
    if (needed === 'write' && token.scope === 'read') {
      reply.header('www-authenticate', 'Bearer realm="Lectern", error="insufficient_scope", scope="write"')
      throw new Rejected('token-reads-only')
    }
  })
}
