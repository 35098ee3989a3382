import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendProgress } from './progress-page.ts'

/** A path of the client's router, which also shows the 404 page. A missing script must not be answered with HTML. */
const isScreen = (path: string, accept = ''): boolean =>
  !/^\/(api|assets)\//.test(path) && (extname(path) === '' || accept.includes('text/html'))

/** It is served at /pay alone, whose policy lets Stripe in. */
const CARD_FORM = 'pay.html'

/**
 * Serves the built client, compressed where the browser accepts that. A screen gets index.html, and the card form, /pay, a
 * document of its own; both the progress page during an update of the read models. Every other unknown path is a JSON 404.
 */
export const serveClient = async (
  app: FastifyInstance,
  dist: string,
  updateProgress: () => Promise<number | undefined>,
): Promise<void> => {
  const built = existsSync(join(dist, 'index.html'))
  await app.register(fastifyStatic, {
    root: dist,
    preCompressed: true,
    wildcard: false,
    index: false,
    globIgnore: [CARD_FORM],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/*', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    if (!built || !isScreen(path, request.headers.accept)) return reply.callNotFound()
    const percent = await updateProgress()
    if (percent !== undefined) return sendProgress(reply, percent)
    return reply.sendFile(path === '/pay' ? CARD_FORM : 'index.html')
  })
}
