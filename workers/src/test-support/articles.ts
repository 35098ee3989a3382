import { readFileSync } from 'node:fs'
import type { Page } from '../read-page/clean/page.ts'
import { clean } from '../read-page/clean.ts'
import { parsePage, tidySource } from '../read-page/parse.ts'
import { readPage } from '../read-page/read-page.ts'
import { prepare } from '../read-page/source/prepare.ts'

/** A paragraph of sentences, long enough to count as prose. */
export const prose =
  '<p>The harbour lay still under the morning fog, and nobody spoke; the boats had not come back since the day before.</p>'

const page: Page = {
  url: 'https://www.daily.example/fog',
  title: 'Fog over the harbour',
  byline: 'Ada Poe',
  siteName: 'The Daily',
  language: 'en',
}

export type Around = { above?: string; within?: string; below?: string }

/** What cleaning leaves of HTML above, between or below paragraphs of prose. The prose itself is left out. */
export function cleaned({ above = '', within = '', below = '' }: Around, facts: Partial<Page> = {}): string {
  const { body } = parsePage(
    tidySource(`<body>${above}${prose.repeat(6)}${within}${prose.repeat(6)}${below}</body>`),
  )
  clean(body, { ...page, ...facts })
  return body.innerHTML.replaceAll(prose, '')
}

/** The body of a page as Readability gets it. */
export function prepared(html: string, url = 'https://www.daily.example/fog'): string {
  const document = parsePage(tidySource(`<body>${html}</body>`))
  prepare(document, { base: url, url })
  return document.body.innerHTML
}

/** The stored HTML of a page with an article between paragraphs of prose. @throws the reason when it cannot be read */
export function stored(inner: string, head = '', url = 'https://www.daily.example/fog'): string {
  const html = `<html><head><title>Fog over the harbour</title>${head}</head>
    <body><article>${prose.repeat(6)}${inner}${prose.repeat(6)}</article></body></html>`
  const result = readPage(
    { url, contentType: 'text/html; charset=utf-8', body: Buffer.from(html) },
    new Set(),
  )
  if (result.kind === 'unreadable') throw new Error(result.reason)
  return result.html
}

/** A page of fixtures/pages, each met on a site, as it is read. @throws the reason when it cannot be read */
export function fixturePage(name: string, contentType = 'text/html; charset=utf-8') {
  const body = readFileSync(new URL(`../../fixtures/pages/${name}`, import.meta.url))
  const result = readPage({ url: 'https://www.daily.example/fog', contentType, body }, new Set())
  if (result.kind === 'unreadable') throw new Error(result.reason)
  return result
}
