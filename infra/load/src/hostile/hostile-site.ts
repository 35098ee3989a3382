import { createServer, type RequestListener, type Server } from 'node:http'

/** Hosts that take a request and never answer. Workers count each as a separate host. */
const HANGING_HOSTS = 24
const SLOW_MS = 7_000

/** The prepared pages, by the first part of the path. */
const PAGES: Readonly<Record<string, string>> = {
  language: `<!doctype html><html lang="${'x'.repeat(1_170_000)}"><title>A language</title>${article()}`,
  title: `<!doctype html><title>${'t'.repeat(3_000_000)}</title>${article()}`,
  nul: `<!doctype html><title>N\0L</title>${article('\0')}`,
  roots: '<html '.repeat(700_000),
  nested: '<div>'.repeat(200_000),
}

function article(inside = ''): string {
  const paragraph = `The harbour wakes before the town does, and the baker before the harbour.${inside} `
  return `<article>${`<p>${paragraph.repeat(6)}</p>`.repeat(8)}</article>`
}

const send = (response: Parameters<RequestListener>[1], body: string) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body)

const hang: RequestListener = () => {}
const slow: RequestListener = (_request, response) => {
  setTimeout(() => send(response, `<title>Slow</title>${article()}`), SLOW_MS)
}
const prepared: RequestListener = (request, response) => {
  const name = (request.url ?? '').split('/')[1] ?? ''
  send(response, PAGES[name] ?? `<title>${name}</title>${article()}`)
}

const listen = async (listener: RequestListener): Promise<number> => {
  const server: Server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Ports of the hosts by behaviour. */
export type HostilePorts = {
  readonly hanging: readonly number[]
  readonly slow: number
  readonly pages: number
}

// The hosts run in their own process because they stand for the web.
if (import.meta.main) {
  const hanging: number[] = []
  for (let n = 0; n < HANGING_HOSTS; n++) hanging.push(await listen(hang))
  const ports: HostilePorts = { hanging, slow: await listen(slow), pages: await listen(prepared) }
  process.send?.(ports)
  process.on('disconnect', () => process.exit(0))
}
