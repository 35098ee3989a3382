import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

export type FixtureHost = AsyncDisposable & {
  /** `127.0.0.1:<port>`, in the form of FETCH_ALLOW_HOSTS. */
  readonly host: string
  readonly url: (path: string) => string
  /** Requested paths, in order. */
  readonly asked: string[]
}

/** A web site for tests on a free port of 127.0.0.1. Paths without a handler are 404. */
export async function fixtureHost(pages: Record<string, Handler | string>): Promise<FixtureHost> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    asked.push(path)
    const page = pages[path] ?? pages[path.split('?')[0] ?? '']
    if (page === undefined) response.writeHead(404).end('not found')
    else if (typeof page === 'function') page(request, response)
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: path => `http://${host}${path}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
