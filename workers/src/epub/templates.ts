import { isRightToLeft, languageAttributes, linkOf } from './attributes.ts'
import type { Chapter, Heading } from './xhtml.ts'
import { element, escaped, writeXml, type XmlNode, xmlText } from './xml.ts'

/** The facts of an article as its chapter shows them. */
export type ChapterFacts = {
  readonly title: string
  readonly url: string
  readonly author: string | null
  readonly siteName: string | null
  /** In words. */
  readonly date: string | undefined
  readonly language: string | undefined
}
export type Entry = {
  readonly href: string
  readonly title: string
  readonly language: string | undefined
  readonly headings: readonly Heading[]
}
export type Item = {
  readonly id: string
  readonly href: string
  readonly mediaType: string
  readonly properties?: string
}
export type Package = {
  /** urn:uuid:… */
  readonly id: string
  readonly title: string
  readonly languages: readonly string[]
  readonly creators: readonly string[]
  readonly publisher: string | undefined
  readonly source: string | undefined
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  readonly date: string | undefined
  readonly modified: Date
  readonly items: readonly Item[]
  /** Ids of items, in the order of reading. */
  readonly spine: readonly string[]
  readonly isRightToLeft: boolean
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const line = (text: string): string => xmlText(text).replace(/\s+/g, ' ').trim()

export const CONTAINER = `${XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`

export const STYLE = `body { margin: 0 5%; line-height: 1.5; }
h1 { line-height: 1.2; }
.facts { color: #555; font-size: 0.9em; }
.facts a { overflow-wrap: anywhere; }
img { max-width: 100%; height: auto; }
figure { margin: 1em 0; }
figcaption, caption { font-size: 0.9em; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.85em; }
blockquote { margin: 1em 0 1em 1em; padding-inline-start: 1em; border-inline-start: 2px solid #999; }
table { border-collapse: collapse; }
td, th { border: 1px solid #999; padding: 0.2em 0.5em; vertical-align: top; text-align: start; }
.math { font-family: monospace; }
.math.block { display: block; margin: 1em 0; }
.missing { font-style: italic; }
nav ol { padding-inline-start: 1.5em; }
`

const page = (title: string, language: string | undefined, style: string, body: string): string => {
  const dir = language === undefined ? 'auto' : isRightToLeft(language) ? 'rtl' : 'ltr'
  const attributes = Object.entries(languageAttributes(language))
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('')
  return `${XML}<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"${attributes}>
<head><title>${escaped(line(title))}</title><link rel="stylesheet" type="text/css" href="${style}"/></head>
<body dir="${dir}">
${body}
</body>
</html>
`
}

/** An article, or a sentence that says why there is none. */
export const chapterPage = (facts: ChapterFacts, content: Chapter | string): string => {
  const { title, url, author, siteName, date, language } = facts
  const by = [author, siteName, date].map(fact => line(fact ?? '')).filter(fact => fact !== '')
  const href = linkOf(url)
  const head: XmlNode[] = [
    element('h1', [line(title)]),
    ...(by.length > 0 ? [element('p', [by.join(' · ')], { class: 'facts' })] : []),
    element('p', [href === undefined ? url : element('a', [url], { href })], { class: 'facts', dir: 'ltr' }),
  ]
  const body =
    typeof content === 'string' ? [element('p', [content], { lang: 'en', 'xml:lang': 'en' })] : content.nodes
  return page(title, language, '../style.css', `${writeXml(head)}\n${writeXml(body)}`)
}

const entryOf = ({ href, title, language, headings }: Entry): XmlNode =>
  element('li', [
    element('a', [line(title)], { href, dir: 'auto', ...languageAttributes(language) }),
    ...(headings.length === 0
      ? []
      : [
          element(
            'ol',
            headings.map(({ id, text }) =>
              element('li', [element('a', [line(text)], { href: `${href}#${id}`, dir: 'auto' })]),
            ),
          ),
        ]),
  ])

export const contentsPage = (title: string, entries: readonly Entry[]): string => {
  const list = writeXml([element('ol', entries.map(entryOf))])
  const heading = writeXml([element('p', [line(title)], { class: 'facts', dir: 'auto' })])
  return page(
    'Contents',
    'en',
    'style.css',
    `${heading}<nav epub:type="toc" id="toc"><h1>Contents</h1>${list}</nav>`,
  )
}

/** The contents for readers of EPUB 2. */
export const ncx = (id: string, title: string, entries: readonly Entry[]): string => {
  let order = 0
  const point = (text: string, src: string, inner: string): string =>
    `<navPoint id="n${++order}" playOrder="${order}"><navLabel><text>${escaped(line(text))}</text></navLabel>` +
    `<content src="${escaped(src)}"/>${inner}</navPoint>\n`
  const points = entries.map(entry => point(entry.title, entry.href, ''))
  return `${XML}<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">
<head><meta name="dtb:uid" content="${escaped(id)}"/><meta name="dtb:depth" content="1"/></head>
<docTitle><text>${escaped(line(title))}</text></docTitle>
<navMap>
${points.join('')}</navMap>
</ncx>
`
}

const meta = (name: string, value: string | undefined, attributes = ''): string =>
  value === undefined || line(value) === ''
    ? ''
    : `<dc:${name}${attributes}>${escaped(line(value))}</dc:${name}>\n`

export const packageFile = (book: Package): string => {
  const { id, title, languages, creators, publisher, source, date, modified, items, spine } = book
  const progression = book.isRightToLeft ? ' page-progression-direction="rtl"' : ''
  return `${XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
${meta('identifier', id, ' id="id"')}${meta('title', title)}${languages.map(language => meta('language', language)).join('')}${creators
  .map(creator => meta('creator', creator))
  .join(
    '',
  )}${meta('publisher', publisher)}${meta('source', source)}${meta('date', date)}<meta property="dcterms:modified">${modified.toISOString().slice(0, 19)}Z</meta>
</metadata>
<manifest>
${items.map(itemLine).join('')}</manifest>
<spine toc="ncx"${progression}>
${spine.map(idref => `<itemref idref="${idref}"/>\n`).join('')}</spine>
</package>
`
}

const itemLine = ({ id, href, mediaType, properties }: Item): string =>
  `<item id="${id}" href="${escaped(href)}" media-type="${mediaType}"${properties === undefined ? '' : ` properties="${properties}"`}/>\n`
