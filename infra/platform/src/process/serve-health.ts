import { createServer, type Server } from 'node:http'
import ipaddr from 'ipaddr.js'
import { Gauge, type Metrics } from './metrics.ts'
import { isLoopback } from './own-machine.ts'

/**
 * Serves /livez (the process runs), /readyz (it can do its work) and /metrics. A page of a site whose name leads to this address
 * has that name as its Host and gets no metrics.
 */
export const serveHealth = (
  { port, host }: { readonly port: number; readonly host: string },
  metrics: Metrics,
  health: { readonly started?: { readonly ready: () => Promise<boolean> } },
): Server => {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`])
  const isOurs = (given = '') => hosts.has(given) || (!isLoopback(host) && isWithinNetwork(given))
  const isReady = async () => (await health.started?.ready().catch(() => false)) ?? false
  new Gauge({
    name: 'lectern_ready',
    help: '1 where /readyz says that the process can do its work, else 0',
    registers: [metrics],
    async collect() {
      this.set(Number(await isReady()))
    },
  })
  const server = createServer(async (request, response) => {
    if (request.url === '/metrics') {
      if (!isOurs(request.headers.host)) return response.writeHead(421).end('wrong host\n')
      response.setHeader('content-type', metrics.contentType)
      return response.end(await metrics.metrics())
    }
    if (request.url === '/livez') return response.end('ok\n')
    if (request.url === '/readyz' && (await isReady())) return response.end('ok\n')
    if (request.url !== '/readyz') return response.writeHead(404).end('not found\n')
    response.writeHead(503, { 'retry-after': '1' }).end('not ready\n')
  })
  return server.listen(port, host)
}

/** Whether a Host is an address, or a name without a dot. Names of sites have a dot. */
const isWithinNetwork = (given: string): boolean => {
  const name = URL.parse(`http://${given}`)?.hostname.replace(/^\[|\]$/g, '')
  return name !== undefined && (!name.includes('.') || ipaddr.isValid(name))
}
