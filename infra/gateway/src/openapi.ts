import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Made at the first request: the schemas of all answers cost a start that nobody asks for them 30 ms. */
const makeDocument = async () => {
  const { openApiDocument } = await import('@lectern/contracts/openapi/document.ts')
  const text = JSON.stringify(openApiDocument())
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
}

/** Tells everybody what tokens may call. */
export const serveOpenApi = (app: FastifyInstance): void => {
  let made: ReturnType<typeof makeDocument> | undefined
  app.get('/api/openapi.json', { config: { isPublic: true } }, async (request, reply) => {
    made ??= makeDocument()
    const { text, etag } = await made
    reply.header('cache-control', 'no-cache').header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  })
}
