import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { FastifyInstance } from 'fastify'

/**
 * Serves the built client, its compressed twins where the browser takes them. Paths with a file name that does not
 * exist, and unknown API paths, are JSON 404s; every other path is a screen, so the client's document answers.
 */
export const serveClient = async (app: FastifyInstance, dist: string): Promise<void> => {
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
  app.setNotFoundHandler((request, reply) => {
    const isScreen =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api/') &&
      extname(new URL(request.url, 'http://host').pathname) === ''
    if (isScreen && built) return reply.sendFile('index.html')
    return reply.code(404).send(new Rejected('not-found').toBody())
  })
}
