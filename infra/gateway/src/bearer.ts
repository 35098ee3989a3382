import type { FastifyRequest } from 'fastify'

/**
 * The token of an Authorization header; empty where it says Bearer and no more. A page of another site cannot send the header, so
 * a request with it needs no proof of its origin. It is the only thing that counts then: the cookies are not read.
 * @returns undefined without one; other schemes, such as a proxy's own, are not for us
 */
export const bearerOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined => {
  const { authorization } = headers
  if (authorization === undefined || !/^bearer( |$)/i.test(authorization)) return undefined
  return authorization.slice('bearer'.length).trim()
}
