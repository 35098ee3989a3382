import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendProgress } from './progress-page.ts'

/**
 * Serves the built client, its compressed twins where the browser takes them. Paths with a file name that does not
 * exist, and unknown API paths, are JSON 404s; every other path is a screen, so the client's document answers, or the
 * progress page while the read models are brought up to date.
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
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/*', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    const isScreen = !path.startsWith('/api/') && extname(path) === ''
    if (!isScreen || !built) return reply.callNotFound()
    const percent = await updateProgress()
    return percent === undefined ? reply.sendFile('index.html') : sendProgress(reply, percent)
  })
}
