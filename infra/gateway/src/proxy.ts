import replyFrom from '@fastify/reply-from'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { forwardCaller } from '@lectern/platform/caller.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'

/** Longer than the services' own limits (15 s for cache-article), so that their answer wins over ours. */
const TIMEOUT_MS = 20_000

/** Sent with POST since they carry a body, though they only read. */
const READS_BY_POST = new Set(['/api/cache-article'])

const isRead = (request: FastifyRequest) =>
  request.method === 'GET' || request.method === 'HEAD' || READS_BY_POST.has(request.url)

/** Passes API requests on to command-api and query-api in processes of their own, with the caller's identity signed. */
export const proxyApi =
  ({
    commandApiUrl,
    queryApiUrl,
    secret,
  }: {
    commandApiUrl: string
    queryApiUrl: string
    secret: string
  }): FastifyPluginAsync =>
  async app => {
    await app.register(replyFrom, {
      undici: { connections: 128, pipelining: 1, headersTimeout: TIMEOUT_MS, bodyTimeout: 0 },
      disableRequestLogging: true,
    })
    // The body goes through as it came; the service parses and limits it.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    app.all('/api/*', (request, reply) =>
      reply.from(`${isRead(request) ? queryApiUrl : commandApiUrl}${request.url}`, {
        rewriteRequestHeaders: (_request, headers) => ({ ...headers, ...forwardCaller(request, secret) }),
        rewriteHeaders: headers => {
          const { connection, 'keep-alive': _, ...passed } = headers
          return passed
        },
        onError: answer => {
          void answer.code(503).header('retry-after', '1').send(new Rejected('unavailable').toBody())
        },
      }),
    )
  }
