import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { createWeb, paragraphsOf } from '../world/pages.ts'

const web = createWeb(1)

/** An article of about 800 made-up words. Every path has another one, so that no two texts are stored as one. */
const page = (path: string): string => {
  const place = createHash('sha256').update(path).digest().readUInt32BE()
  const paragraphs = paragraphsOf(web, place).map(text => `<p>${text}</p>`)
  return `<!doctype html>
<html lang="en"><head><title>An article about ${path}</title>
<meta property="og:site_name" content="Fixture Gazette"><meta name="author" content="A. Writer">
<meta name="description" content="What people wrote about ${path}, and what became of it."></head>
<body><header><nav><a href="/">Home</a></nav></header>
<article><h1>An article about ${path}</h1>${paragraphs.join('\n')}</article>
<footer><p>Fixture Gazette</p></footer></body></html>`
}

const server = createServer((request, response) => {
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(page(encodeURI(request.url ?? '/')))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0)
})
process.on('disconnect', () => process.exit(0))
