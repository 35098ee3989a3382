import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import * as figures from './figures.ts'
import { LIBRARY } from './library/library.ts'
import type { Saved } from './library/saved.ts'
import * as scenes from './scenes.ts'

const { desk, hills, leaves, night, sea, town } = scenes
const { boxes, chart, curves, letters, log, map } = figures
const DRAWINGS: Readonly<Record<string, (seed: string) => string>> = {
  ...{ desk, hills, leaves, night, sea, town },
  ...{ boxes, chart, curves, letters, log, map },
}

const WORDS_A_MINUTE = 200

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const drawing = (name: string, seed: string, caption: string) =>
  `<figure><img src="/drawn/${name}/${seed}.jpg" width="${scenes.WIDTH}" height="${scenes.HEIGHT}" alt="${escaped(caption)}">${caption && `<figcaption>${escaped(caption)}</figcaption>`}</figure>`

const blockOf = (text: string, seed: string): string => {
  const figure = /^!\[(.*)\]\((\w+)\)$/.exec(text)
  if (figure) return drawing(figure[2] ?? '', seed, figure[1] ?? '')
  if (text.startsWith('## ')) return `<h2>${escaped(text.slice(3))}</h2>`
  if (text.startsWith('> ')) return `<blockquote><p>${escaped(text.slice(2))}</p></blockquote>`
  return `<p>${escaped(text).replaceAll(/\*(.+?)\*/g, '<em>$1</em>')}</p>`
}

const blocksOf = ({ text, minutes, path }: Saved): string => {
  const once = text
    .trim()
    .split(/\n\n/)
    .map(block => blockOf(block, path))
    .join('\n')
  const wanted = (minutes ?? 0) * WORDS_A_MINUTE
  return `${once}\n`.repeat(Math.max(1, Math.round(wanted / text.split(/\s+/).length)))
}

const DAY_MS = 86_400_000

const pageOf = (saved: Saved): string => {
  const { title, author, siteName, cover, path, days } = saved
  const published = new Date(Date.now() - (days + 3) * DAY_MS).toISOString()
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta name="author" content="${author}"><meta property="og:site_name" content="${siteName}">
<meta property="article:published_time" content="${published}"><link rel="icon" href="/drawn/icon/${saved.site}.png">
${cover ? `<meta property="og:image" content="/drawn/${cover}/${path}.jpg">` : ''}</head><body>
<nav><a href="/">${siteName}</a></nav><article><h1>${escaped(title)}</h1>
${cover ? drawing(cover, path, '') : ''}${blocksOf(saved)}</article><footer>${siteName}</footer></body></html>`
}

/** The first letter of a site on a colour of its own. */
const iconOf = (site: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="hsl(${Math.floor(scenes.numbersOf(site)() * 360)} 38% 38%)"/><text x="32" y="46" text-anchor="middle" font-family="DejaVu Serif, serif" font-size="40" fill="#fffdf6">${site.charAt(0).toUpperCase()}</text></svg>`

/**
 * Starts the pages behind the links of the pictures' library, on loopback: /{site}/{path}. /drawn/{drawing}/{seed}.jpg is a
 * drawing, /drawn/icon/{site}.png the icon of a site.
 */
export const startArticleSite = async () => {
  const pages = new Map(LIBRARY.map(saved => [`/${saved.site}/${saved.path}`, pageOf(saved)]))
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    const page = pages.get(path)
    if (page !== undefined)
      return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    const [, name = '', seed = ''] = /\/drawn\/(\w+)\/([\w.-]+)\.(?:jpg|png)$/.exec(path) ?? []
    if (name === 'icon')
      return response.writeHead(200, { 'content-type': 'image/png' }).end(
        await sharp(Buffer.from(iconOf(seed)))
          .png()
          .toBuffer(),
      )
    const draw = DRAWINGS[name]
    if (!draw) return response.writeHead(404).end()
    const picture = await sharp(Buffer.from(draw(seed)))
      .jpeg({ quality: 84 })
      .toBuffer()
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}`,
    /** For FETCH_ALLOW_HOSTS. */
    host,
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
