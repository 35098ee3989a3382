import { Readable } from 'node:stream'
import replyFrom from '@fastify/reply-from'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { BULK_BODY_MAX, LINK_BODY_MAX, NOTE_BODY_MAX, PAGE_BODY_MAX } from '@lectern/contracts/limits.ts'
import { ANSWER_WITHIN_MS, BODY_WITHIN_MS_MAX } from '@lectern/platform/http/answer-in-time.ts'
import { forwardCaller } from '@lectern/platform/http/caller.ts'
import { refuseInPlainText } from '@lectern/platform/http/fastify-errors.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

/** A second longer than the services' own limits, so that a service answers 503 first. */
const USUAL = { answerWithinMs: ANSWER_WITHIN_MS + 1_000 }
const CACHE_ARTICLE = { answerWithinMs: 19_000 }
/** Uploads, previews and imports: command-api answers within 95 s of the body's end. */
const IMPORTS = { bodyWithinMs: BODY_WITHIN_MS_MAX, answerWithinMs: 96_000 }
/** Abandon a response of a service after this time, or after that of a route with a time of its own. */
const HEADERS_TIMEOUT_MS = 20_000
const timeoutOf = ({ routeOptions: { config } }: FastifyRequest): { timeout?: number } =>
  config?.bodyWithinMs && config.answerWithinMs
    ? { timeout: config.bodyWithinMs + config.answerWithinMs }
    : {}

/** Reads that carry a body, hence POST. */
const READS_BY_POST = new Set(['/api/cache-article', '/api/notes/count'])

/** Answered without a session, as the login is. */
const FOR_STRANGERS = [
  '/api/signup',
  '/api/logout',
  '/api/forgot-password',
  '/api/reset-password',
  '/api/account/confirm-email',
  '/api/unsubscribe',
  '/api/test-checkout',
  '/api/page-events',
  '/oauth/v2/token',
]

/** Reads that command-api answers: receipts are asked of Stripe, and the other leads to a page. */
const READS_OF_COMMAND_API = new Set(['/api/account/receipts', '/api/unsubscribe'])

/** command-api asks for an export, waits for it and sends it. */
const BOOK = { path: '/api/entries/:entry/export.epub', config: { answerWithinMs: 15_000 } }

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? ''

const isRead = (request: FastifyRequest) =>
  request.method === 'GET' || request.method === 'HEAD'
    ? !READS_OF_COMMAND_API.has(pathOf(request)) && request.routeOptions.url !== BOOK.path
    : READS_BY_POST.has(pathOf(request))

/** Forwards API requests to command-api and query-api in processes of their own, with the caller signed. */
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
      undici: {
        connections: 128,
        pipelining: 1,
        headersTimeout: HEADERS_TIMEOUT_MS,
        bodyTimeout: 0,
        // The proxy's default skips the check of certificates.
        connect: { rejectUnauthorized: true },
      },
      disableRequestLogging: true,
    })
    // The body is read here, so that the limit is enforced, and forwarded unparsed.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, Readable.from([body], { objectMode: false })),
    )
    const forward = (request: FastifyRequest, reply: FastifyReply) =>
      reply.from(`${isRead(request) ? queryApiUrl : commandApiUrl}${pathOf(request)}`, {
        ...timeoutOf(request),
        // By default the proxy retries a 503 ten times.
        retryDelay: () => null,
        rewriteRequestHeaders: (_request, { expect: _, ...headers }) => ({
          ...headers,
          ...forwardCaller(request, secret),
        }),
        rewriteHeaders: headers => {
          const { connection, 'keep-alive': _, ...passed } = headers
          return passed
        },
        onResponse: (_request, answer, { stream }) => {
          // The request timed out; an unread answer would hold its connection for ever.
          if (answer.raw.headersSent) stream.destroy()
          else void answer.send(stream)
        },
        onError: answer => {
          void answer.send(new Rejected('unavailable'))
        },
      })
    const toStrangers = { config: { ...USUAL, isPublic: true } }
    app.post('/api/login', { ...toStrangers, errorHandler: refuseInPlainText }, forward)
    for (const path of FOR_STRANGERS) app.post(path, toStrangers, forward)
    app.post('/api/stripe/webhook', { ...toStrangers, bodyLimit: BULK_BODY_MAX }, forward)
    for (const path of [
      ...['/api/payments', '/api/unsubscribe'],
      ...['/api/version.json', '/api/info', '/api/info.json'],
    ])
      app.get(path, toStrangers, forward)
    app.post('/api/cache-article', { config: CACHE_ARTICLE, bodyLimit: LINK_BODY_MAX }, forward)
    app.get(BOOK.path, { exposeHeadRoute: false, config: BOOK.config }, forward)
    app.get('/api/changes', { exposeHeadRoute: false, config: { ...USUAL, ignoresLoad: true } }, forward)
    app.post('/api/links/:id/notes', { config: USUAL, bodyLimit: NOTE_BODY_MAX }, forward)
    app.put('/api/notes/:id', { config: USUAL, bodyLimit: NOTE_BODY_MAX }, forward)
    const page = { config: { ...USUAL, bodyWithinMs: BODY_WITHIN_MS_MAX }, bodyLimit: PAGE_BODY_MAX }
    app.put('/api/links/:id/page', page, forward)
    await app.register(async uploads => {
      // Files go through without a copy in memory. command-api enforces their limit.
      uploads.removeAllContentTypeParsers()
      uploads.addContentTypeParser('*', (_request, body, done) => done(null, body))
      for (const path of ['/api/migrate/*', '/api/import/*']) uploads.post(path, { config: IMPORTS }, forward)
    })
    // The service enforces its routes' own limits.
    app.all('/api/*', { config: USUAL, bodyLimit: BULK_BODY_MAX }, forward)
  }
