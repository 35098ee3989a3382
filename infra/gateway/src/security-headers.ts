import type { FastifyInstance } from 'fastify'

/**
 * Scripts come from our own files alone. Styles need 'unsafe-inline' because Radix's scroll lock inserts a style
 * element; images of saved pages come from anywhere until an image proxy serves them.
 */
const DOCUMENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https: http:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const API_POLICY = "default-src 'none'; frame-ancestors 'none'"

export const setSecurityHeaders = (app: FastifyInstance, { https }: { https: boolean }): void => {
  app.addHook('onRequest', async (request, reply) => {
    const isApi = request.url.startsWith('/api/')
    reply.header('x-content-type-options', 'nosniff')
    reply.header('content-security-policy', isApi ? API_POLICY : DOCUMENT_POLICY)
    if (isApi) reply.header('cache-control', 'no-store')
    else reply.header('referrer-policy', 'same-origin').header('cross-origin-opener-policy', 'same-origin')
    if (https) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
  })
}
