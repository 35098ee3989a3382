import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendProgress } from './progress-page.ts'

/**
 * Serves the built client, compressed where the browser accepts that. Unknown files and API paths are JSON 404s. Every
 * other path is a screen: it gets index.html, or the progress page during an update of the read models.
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
