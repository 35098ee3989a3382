import { createServer } from 'node:http'

const PARAGRAPH =
  'The harbour wakes before the town does. By five the first boats are out, and by six the baker has sold the ' +
  'bread that the crews will not eat until noon. Nobody hurries, since the tide decides the day and the tide is late. '

/** An article of about 800 words (6 kB) that Readability keeps whole. It contains its path, so that all articles differ. */
const page = (path: string): string => `<!doctype html>
<html lang="en"><head><title>An article about ${path}</title>
<meta property="og:site_name" content="Fixture Gazette"><meta name="author" content="A. Writer">
<meta name="description" content="What the harbour does before the town wakes."></head>
<body><header><nav><a href="/">Home</a></nav></header>
<article><h1>An article about ${path}</h1>${`<p>${PARAGRAPH.repeat(2)}</p>`.repeat(8)}</article>
<footer><p>Fixture Gazette</p></footer></body></html>`

// The host runs in its own process because it stands for the web.
const server = createServer((request, response) => {
  const body = page(encodeURI(request.url ?? '/'))
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
})
server.listen(Number(process.env.FIXTURE_PORT ?? 0), '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0)
})
process.on('disconnect', () => process.exit(0))
