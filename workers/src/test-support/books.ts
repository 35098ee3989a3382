import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { allowedHosts } from '@lectern/platform/safe-fetch/url.ts'
import { EpubCheck } from '@likecoin/epubcheck-ts'
import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import yauzl from 'yauzl'
import { type Book, type BookArticle, writeEpub } from '../epub/book.ts'
import { sanitise } from '../read-page/sanitise.ts'

export const sanitised = (html: string): string =>
  sanitise(html, { base: 'https://www.daily.example/fog', allow: allowedHosts([]) })

export const articleOf = (html: string | null, facts: Partial<BookArticle> = {}): BookArticle => ({
  title: 'Fog over the harbour',
  url: 'https://www.daily.example/fog',
  author: 'Ada Poe',
  siteName: 'The Daily',
  publishedDate: '2026-03-04T05:06:07.000Z',
  language: 'en',
  html,
  pictures: new Map(),
  ...facts,
})

export const bookOf = (articles: readonly BookArticle[], facts: Partial<Book> = {}): Book => ({
  identity: () => 'library 7, links 1-3',
  title: 'Fog over the harbour',
  modified: new Date('2026-11-25T10:11:12.345Z'),
  articles,
  picture: async () => undefined,
  ...facts,
})

export const epubOf = async (book: Book): Promise<Buffer> => {
  const out = new PassThrough()
  const [bytes] = await Promise.all([buffer(out), writeEpub(book, out)])
  return bytes
}

export type PackedFile = { readonly name: string; readonly isStored: boolean; readonly content: Buffer }

/** The files of a book in the order of the archive. */
export const filesOf = async (epub: Buffer): Promise<PackedFile[]> => {
  const zip = await yauzl.fromBufferPromise(epub)
  const files: PackedFile[] = []
  for await (const entry of zip.eachEntry())
    files.push({
      name: entry.fileName,
      isStored: entry.compressionMethod === 0,
      content: await buffer(await zip.openReadStreamPromise(entry)),
    })
  return files
}

export const fileNamed = (files: readonly PackedFile[], name: string): string =>
  files.find(file => file.name === name)?.content.toString() ?? ''

/** @throws where it is no well-formed XML with namespaces */
export const readXml = (xml: string): void => {
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', error => {
    throw error
  })
  parser.write(xml).close()
}

/** What EPUBCheck says against a book. */
export const complaintsOf = async (epub: Buffer): Promise<string[]> => {
  const { messages } = await EpubCheck.validate(epub)
  return messages
    .filter(({ severity }) => severity !== 'info' && severity !== 'usage')
    .map(({ id, message, location }) => `${id} ${location?.path}:${location?.line} ${message}`)
}

const TAGS = (
  'p h1 h2 h3 h4 h5 h6 blockquote pre hr br wbr div section article ul ol li dl dt dd table caption colgroup col thead tbody ' +
  'tfoot tr th td a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small span strong sub sup time u var ruby rb rt ' +
  'rp img figure figcaption picture'
).split(' ')

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom(
    ' ',
    '\n',
    'fog',
    '&amp;',
    '&nbsp;',
    '&#0;',
    '&#xfffe;',
    ']]>',
    '霧',
    'ضباب',
    '<!-- x -->',
    '\ud800',
  ),
)
const attribute = fc.constantFrom(
  ...[
    'href="#t1"',
    'href="#t9"',
    'data-target="t1"',
    'data-target="t2"',
    'href="https://a.example/b?c=d|e&f=[g]"',
  ],
  ...[
    'href="mailto:a b@c"',
    'lang="zh-Hant"',
    'lang="not a tag"',
    'dir="rtl"',
    'dir="sideways"',
    'class="language-c++"',
  ],
  ...[
    'start="-3"',
    'start="x"',
    'reversed',
    'type="i"',
    'colspan="0"',
    'rowspan="2"',
    'scope="row"',
    'datetime="soon"',
  ],
  ...[
    'src="https://a.example/p.png"',
    'src="https://a.example/q.png" alt="A &quot;boat&quot;"',
    'title="&lt;b>"',
  ],
  ...[
    'data-math="block"',
    'cite="https://a.example/"',
    'href="https://[::1]/%zz"',
    'href="https://xn--a.example/%"',
  ],
)

/** HTML of any kind, well nested or not. */
export const anyHtml: fc.Arbitrary<string> = fc.letrec<{ node: string; nodes: string }>(tie => ({
  nodes: fc.array(tie('node'), { maxLength: 4 }).map(nodes => nodes.join('')),
  node: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    text,
    fc
      .tuple(fc.constantFrom(...TAGS), fc.array(attribute, { maxLength: 3 }), tie('nodes'), fc.boolean())
      .map(
        ([tag, attributes, inner, isClosed]) =>
          `<${[tag, ...attributes].join(' ')}>${inner}${isClosed ? `</${tag}>` : ''}`,
      ),
  ),
})).nodes
