import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gradient } from './gradient.ts'
import { CONSENT_PAGE, EDITED_ARTICLE, HOSTILE_ARTICLE, RICH_ARTICLE, SCRIPTS_PAGE } from './pages.ts'

/** A website on loopback for the journeys, with each kind of page that extraction meets. */
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

type Page = {
  title: string
  isUntitled?: boolean
  base: string
  cover?: boolean
  paragraphs?: number
  inside?: string
}

const article = ({
  title,
  isUntitled = false,
  base,
  cover = true,
  paragraphs = PARAGRAPHS.length * 3,
  inside = '',
}: Page) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8">${isUntitled ? '' : `<title>${title} · The Balcony</title>`}
<meta name="author" content="Mina Verde"><meta property="og:site_name" content="The Balcony">
${cover ? `<meta property="og:image" content="${base}/${encodeURIComponent(title)}.png">` : ''}
<link rel="icon" href="${base}/favicon.png">
<meta property="article:published_time" content="2026-06-29T08:00:00Z"></head><body>
<nav><a href="/">Home</a><a href="/about">About</a></nav><article>${isUntitled ? '' : `<h1>${title}</h1>`}
<h2>Before planting</h2>
<p>${title}. Everything else follows from there.</p>
${Array.from({ length: paragraphs }, (_, n) => `<p>${PARAGRAPHS[n % PARAGRAPHS.length]}</p>`).join('\n')}
${inside}
<h2>A note on measuring</h2><pre><code>const litres = pots.map(pot => pot.depth * pot.width * pot.width * 0.000785).reduce((sum, volume) => sum + volume, 0)</code></pre>
<p>${PARAGRAPHS[1]} <a href="/soil">More on soil</a>.</p></article><footer>Subscribe</footer></body></html>`

/** A page that does not say how large its pictures are. */
const figure = (src: string) =>
  `<figure><img src="${src}" alt="Beds of tomatoes"><figcaption>A caption</figcaption></figure>`

const html = (response: ServerResponse, body: string, status = 200) =>
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body)

/**
 * Starts the site. A first path segment that looks like a host (/garden.example/a/…) stands for a site of that name.
 * - /a/{title}: an article with a picture. /t/{title}: an article without a picture. /long: an article that scrolls.
 * - /gallery: an article with ten pictures of its own and one that is not there.
 * - /edited/{any}: an article whose second and later answers have other words. See EDITED_ARTICLE.
 * - /held/{title}: an article that comes after /release/{title} was asked for. /untitled/{any}: one that has no title.
 * - /members/{title}: an article for browsers with the cookie member=yes; others are sent away with 401.
 * - /consent and /scripts: pages that show no article before one agrees, or runs scripts.
 * - /flaky/{any}: fails at the first request. /hostile and /rich: the articles of pages.ts. /empty: an empty page. /tall: an article with a tall picture.
 * - *.png: pictures. All other paths answer 404.
 */
export const startFixtureSite = async (): Promise<FixtureSite> => {
  const failed = new Set<string>()
  const edited = new Set<string>()
  const released = new Set<string>()
  const held = new Map<string, (() => void)[]>()
  const server = createServer((request, response) => {
    const { pathname, origin } = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const [, host = '', path = ''] = /^(\/[\w-]+\.example)?(\/.*)$/.exec(pathname) ?? []
    const base = `${origin}${host}`
    const kind = path.slice(0, 3)
    if (path === '/gone.png') return html(response, 'Gone', 404)
    if (path === '/gallery') {
      const pictures = Array.from(
        { length: 10 },
        (_, n) => `<p>${PARAGRAPHS[n % 4]}</p>${figure(`${base}/gallery/${n}.png`)}`,
      )
      return html(
        response,
        article({ title: 'A gallery', base, inside: `${pictures.join('')}${figure(`${base}/gone.png`)}` }),
      )
    }
    if (path.endsWith('.png'))
      return response.writeHead(200, { 'content-type': 'image/png' }).end(gradient(path))
    if (kind === '/a/' || kind === '/t/') {
      const title = decodeURIComponent(path.slice(3)).replaceAll('-', ' ')
      return html(response, article({ title, base, cover: kind === '/a/' }))
    }
    if (path.startsWith('/members/')) {
      if (!/\bmember=yes\b/.test(request.headers.cookie ?? '')) return html(response, 'Sign in', 401)
      const title = decodeURIComponent(path.slice(9)).replaceAll('-', ' ')
      return html(response, article({ title, base, inside: HOSTILE_ARTICLE }))
    }
    if (path.startsWith('/held/')) {
      const name = path.slice(6)
      const answer = () => html(response, article({ title: `${name.replaceAll('-', ' ')}, at last`, base }))
      if (released.has(name)) return answer()
      return held.set(name, [...(held.get(name) ?? []), answer])
    }
    if (path.startsWith('/release/')) {
      const name = path.slice(9)
      released.add(name)
      for (const answer of held.get(name) ?? []) answer()
      return html(response, 'Released')
    }
    if (path.startsWith('/untitled/'))
      return html(response, article({ title: 'Untitled', base, isUntitled: true }))
    if (path === '/consent') return html(response, CONSENT_PAGE)
    if (path === '/scripts') return html(response, SCRIPTS_PAGE)
    if (path === '/long') return html(response, article({ title: 'A long season', base, paragraphs: 120 }))
    if (path.startsWith('/edited/')) {
      const inside = EDITED_ARTICLE[edited.has(path) ? 'after' : 'before']
      edited.add(path)
      return html(response, article({ title: 'Edited', base, inside }))
    }
    if (path.startsWith('/flaky/')) {
      if (failed.has(path)) return html(response, article({ title: 'Second try', base }))
      failed.add(path)
      return html(response, 'Come back later', 500)
    }
    if (path === '/hostile')
      return html(response, article({ title: 'Hostile', base, inside: HOSTILE_ARTICLE }))
    if (path === '/rich') return html(response, article({ title: 'Rich', base, inside: RICH_ARTICLE }))
    if (path === '/tall')
      return html(response, article({ title: 'Tall', base, inside: figure(`${base}/tall.png`) }))
    if (path === '/empty') return html(response, '<!doctype html><title>Nothing</title><body></body>')
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
