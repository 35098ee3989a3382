import type { TokenScope } from '@lectern/contracts/api/access.ts'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { TOKEN_ROUTES } from '@lectern/contracts/token-routes.ts'
import { DEVICE_ROUTES } from '@lectern/contracts/wallabag/routes.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from './caller.ts'

type Kind = NonNullable<Caller['token']>['kind']

const ROUTES: Readonly<Record<Kind, Readonly<Record<string, TokenScope>>>> = {
  token: TOKEN_ROUTES,
  device: DEVICE_ROUTES,
}

/** What a token must have for this route; undefined where no token of its kind may call it. */
const neededFor = (kind: Kind, { method, routeOptions }: FastifyRequest): TokenScope | undefined => {
  const route = `${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`
  return Object.hasOwn(ROUTES[kind], route) ? ROUTES[kind][route] : undefined
}

/** Refuses what a token may not do: routes that are not for tokens, and changes by one that only reads. */
export const limitTokens = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    const token = request.caller?.token
    if (token === undefined) return
    const needed = neededFor(token.kind, request)
    if (needed === undefined) throw new Rejected('not-for-tokens')
    if (needed === 'write' && token.scope === 'read') {
      reply.header('www-authenticate', 'Bearer realm="Lectern", error="insufficient_scope", scope="write"')
      throw new Rejected('token-reads-only')
    }
  })
}

/** For routes of wallabag's API: they take forms, so no cookie opens them. */
export const requireDevice = (scope: FastifyInstance): void => {
  scope.addHook('onRequest', async (request, reply) => {
    if (request.caller?.token?.kind === 'device' || request.routeOptions.config.isPublic === true) return
    reply.header('www-authenticate', 'Bearer realm="Lectern"')
    throw new Rejected('signed-out')
  })
}
