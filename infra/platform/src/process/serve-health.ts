import { createServer, type Server } from 'node:http'
import type { Metrics } from './metrics.ts'

/**
 * Serves /livez (the process runs), /readyz (it can do its work) and /metrics on loopback. A page of a site whose name leads to
 * loopback has that name as its Host and gets no metrics.
 */
export const serveHealth = (
  port: number,
  metrics: Metrics,
  health: { readonly started?: { readonly ready: () => Promise<boolean> } },
): Server => {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`])
  const server = createServer(async (request, response) => {
    if (request.url === '/metrics') {
      if (!hosts.has(request.headers.host ?? '')) return response.writeHead(421).end('wrong host\n')
      response.setHeader('content-type', metrics.contentType)
      return response.end(await metrics.metrics())
    }
    if (request.url === '/livez') return response.end('ok\n')
    const ready = request.url === '/readyz' && (await health.started?.ready().catch(() => false))
    if (ready) return response.end('ok\n')
    if (request.url !== '/readyz') return response.writeHead(404).end('not found\n')
    response.writeHead(503, { 'retry-after': '1' }).end('not ready\n')
  })
  return server.listen(port, '127.0.0.1')
}
