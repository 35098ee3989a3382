import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isTraceparent, openSpan } from '../process/tracing.ts'

/**
 * Handles each request as a part of the trace that its traceparent names, or of a new one. Checks of health and streams of changes,
 * which last as long as a tab, have none. Add it before all hooks that may write to the log.
 */
export const traceRequests = (app: FastifyInstance): void => {
  const opened = new WeakMap<FastifyRequest, ReturnType<typeof openSpan>>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, routeOptions } = request
    if (routeOptions.config?.ignoresLoad === true) return done()
    const parent = isTraceparent(headers.traceparent) ? headers.traceparent : undefined
    const what = {
      name: routeOptions.url === undefined ? method : `${method} ${routeOptions.url}`,
      kind: 'server',
      attributes: {
        'http.request.method': method,
        ...(routeOptions.url !== undefined && { 'http.route': routeOptions.url }),
      },
    } as const
    const span = openSpan(what, parent)
    opened.set(request, span)
    span.run(done)
  })
  // Node tells of a body's end in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = opened.get(request)
    if (span === undefined) done()
    else span.run(done)
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    opened.get(request)?.end({ 'http.response.status_code': statusCode })
  })
}
