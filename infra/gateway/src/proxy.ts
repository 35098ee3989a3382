import replyFrom from '@fastify/reply-from'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { JSON_BODY_MAX } from '@lectern/contracts/limits.ts'
import { forwardCaller } from '@lectern/platform/caller.ts'
import { refuseInPlainText } from '@lectern/platform/fastify-errors.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

/** Longer than the services' own limits (15 s for cache-article), so that their answer wins over ours. */
const TIMEOUT_MS = 20_000

/** Sent with POST since they carry a body, though they only read. */
const READS_BY_POST = new Set(['/api/cache-article'])

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? ''

const isRead = (request: FastifyRequest) =>
  request.method === 'GET' || request.method === 'HEAD' || READS_BY_POST.has(pathOf(request))

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
    // Refused here: a service that hangs up on a long body breaks the connection its answer would come by.
    app.addHook('onRequest', async request => {
      if (Number(request.headers['content-length'] ?? 0) > JSON_BODY_MAX) throw new Rejected('body-too-large')
    })
    // The query goes along as it came.
    const forward = (request: FastifyRequest, reply: FastifyReply) =>
      reply.from(`${isRead(request) ? queryApiUrl : commandApiUrl}${pathOf(request)}`, {
        rewriteRequestHeaders: (_request, { expect: _, ...headers }) => ({
          ...headers,
          ...forwardCaller(request, secret),
        }),
        rewriteHeaders: headers => {
          const { connection, 'keep-alive': _, ...passed } = headers
          return passed
        },
        onError: answer => {
          void answer.send(new Rejected('unavailable'))
        },
      })
    app.post('/api/login', { errorHandler: refuseInPlainText }, forward)
    app.all('/api/*', forward)
  }
