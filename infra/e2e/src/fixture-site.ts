import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A small web for the journeys: pages of every kind that extraction meets, on loopback. */
export type FixtureSite = {
  /** http://127.0.0.1:port, without a slash. */
  readonly url: string
  /** host:port, for FETCH_ALLOW_HOSTS. */
  readonly host: string
  close(): Promise<void>
}

const PARAGRAPHS = [
  'A tomato grown on a balcony asks for three things: light, water that reaches the roots, and a pot deeper than you think.',
  'Soak the roots overnight before the first planting. The soil should hold together in the hand and fall apart at a touch.',
  'When the first flowers open, shake the stem in the morning. Bees do it better, but few of them visit the fourth floor.',
  'By August the plant wants more water than you expect. Give it in the evening, slowly, until it runs out below.',
]

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAJCAIAAAC0SDtlAAAAFklEQVR4nGNkYPhPEmBiIA2MahjVAAAtngEJF2hqxQAAAABJRU5ErkJggg==',
  'base64',
)

const article = (title: string, origin: string, paragraphs = PARAGRAPHS.length * 3) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title} · The Balcony</title>
<meta name="author" content="Mina Verde"><meta property="og:site_name" content="The Balcony">
<meta property="og:image" content="${origin}/cover.png"><link rel="icon" href="/favicon.png">
<meta property="article:published_time" content="2026-06-29T08:00:00Z"></head><body>
<nav><a href="/">Home</a><a href="/about">About</a></nav><article><h1>${title}</h1>
<h2>Before planting</h2>
${Array.from({ length: paragraphs }, (_, n) => `<p>${PARAGRAPHS[n % PARAGRAPHS.length]}</p>`).join('\n')}
<h2>A note on measuring</h2><pre><code>const litres = pots.map(pot => pot.depth * pot.width * pot.width * 0.000785).reduce((sum, volume) => sum + volume, 0)</code></pre>
<p>${PARAGRAPHS[1]} <a href="/soil">More on soil</a>.</p></article><footer>Subscribe</footer></body></html>`

const html = (response: ServerResponse, body: string, status = 200) =>
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body)

/** Paths: /a/{anything} an article, /long one that scrolls, /flaky one that fails at first, /gone, /empty, /picture, /plain-host. */
export const startFixtureSite = async (): Promise<FixtureSite> => {
  const failed = new Set<string>()
  const server = createServer((request, response) => {
    const { pathname, origin } = new URL(request.url ?? '/', `http://${request.headers.host}`)
    if (pathname.startsWith('/a/')) {
      const title = decodeURIComponent(pathname.slice(3)).replaceAll('-', ' ')
      return html(response, article(title, origin))
    }
    if (pathname === '/long') return html(response, article('A long season', origin, 120))
    if (pathname.startsWith('/flaky/')) {
      if (failed.has(pathname)) return html(response, article('Second try', origin))
      failed.add(pathname)
      return html(response, 'Come back later', 500)
    }
    if (pathname === '/empty') return html(response, '<!doctype html><title>Nothing</title><body></body>')
    if (pathname.endsWith('.png')) return response.writeHead(200, { 'content-type': 'image/png' }).end(PIXEL)
    return html(response, '<!doctype html><title>Not found</title>', 404)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
