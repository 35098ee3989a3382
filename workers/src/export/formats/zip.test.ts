import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openZip } from '../../sources/readers/zip.ts'
import { fileOf } from '../../test-support/import-files.ts'
import { type Library, link, note, noteElsewhere, snapshotOf } from '../test-support/library.ts'
import { zipFormat } from './zip.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const PHOTO = 'https://example.com/photo.jpg'
const PIXEL = 'https://example.com/pixel.gif'
const GONE = 'https://example.com/gone.jpg?a=1&b=2'
const html = `<p>Text with <b>weight</b>.<a href="#t1">1</a></p><img src="${PHOTO}" alt="A photo"><img src="${PIXEL}"><img src="${GONE.replace('&', '&amp;')}" alt="Lost"><p data-target="t1">Below</p>`
const page = {
  title: 'x',
  author: 'Ann',
  siteName: 'Site',
  publishedDate: '2025-05-05',
  language: 'de',
  excerpt: null,
}
const ready = (contentHash: string) => ({ ...page, status: 'ready' as const, wordCount: 3, contentHash })
const [first, second] = ['a'.repeat(64), 'b'.repeat(64)]

const LIBRARY: Library = {
  collections: [{ id: 1, name: 'Reading & more', description: null, color: '#3B82F6' }],
  links: [
    link({
      id: 1,
      title: 'A <title>',
      collectionId: 1,
      tags: ['food'],
      note: 'Own "note"',
      page: ready(first),
    }),
    link({ id: 2, title: 'A <title>', page: ready(second) }),
    link({ id: 3, title: 'Never read' }),
    link({ id: 4, title: 'Text is gone', page: ready('c'.repeat(64)) }),
  ],
  notes: [
    note({ id: 1, linkId: 1, content: 'Later', selectedText: 'weight', position: { start: 10, end: 16 } }),
    note({
      id: 2,
      linkId: 1,
      type: 'quote',
      content: 'Text',
      selectedText: 'Text',
      position: { start: 0, end: 4 },
    }),
  ],
}
const tables = async (text: string, [value]: readonly unknown[]): Promise<never[]> => {
  const rows = text.includes('documents')
    ? [first, second].filter(hash => hash === value).map(() => ({ html }))
    : text.includes('article_images')
      ? [
          { source: sha256(PHOTO), image: 'f'.repeat(64) },
          { source: sha256(PIXEL), image: '' },
        ]
      : [{ content: Buffer.from('RIFF') }]
  return rows as never[]
}

const zipOf = async (library: Library) => {
  const pieces: Uint8Array[] = []
  for await (const piece of zipFormat(snapshotOf(library, tables), async () => {}))
    pieces.push(piece as Uint8Array)
  return Buffer.concat(pieces)
}
const filesIn = async (zip: Buffer): Promise<Map<string, string>> => {
  const files = new Map<string, string>()
  for (const file of await openZip(fileOf(zip))) {
    let text = ''
    for await (const piece of file.read()) text += Buffer.from(piece).toString()
    files.set(file.name, text)
  }
  return files
}

test('a ZIP has each article as a page and as Markdown, pictures once, a list, and the JSON', async () => {
  const files = await filesIn(await zipOf(LIBRARY))
  expect([...files.keys()]).toEqual([
    'articles/A title (1).html',
    'articles/A title (1).md',
    'articles/A title (2).html',
    'articles/A title (2).md',
    `images/${'f'.repeat(64)}.webp`,
    'index.html',
    'library.json',
  ])
  expect(JSON.parse(files.get('library.json') ?? '').links).toHaveLength(4)
})

test('notes on articles of others are in a file, by article, to which the list leads', async () => {
  const shared = { url: 'https://example.com/<9>', title: 'A *title*' }
  const files = await filesIn(
    await zipOf({
      ...LIBRARY,
      notesElsewhere: [
        noteElsewhere({ article: shared, type: 'highlight', content: 'rye', selectedText: 'rye' }),
        noteElsewhere({ article: shared, content: 'Try <it>' }),
        noteElsewhere({ place: 'a/8', content: 'Gone' }),
        noteElsewhere({ place: 'a/7', content: 'Gone, too' }),
      ],
    }),
  )
  expect(files.get('index.html')).toContain('href="notes-on-shared-articles.md"')
  expect(files.get('notes-on-shared-articles.md')).toMatchInlineSnapshot(`
    "# Your notes on shared articles

    ## A \\*title\\*

    <https://example.com/%3C9%3E>

    > rye

    *Jan 2, 2026*

    Try &lt;it>

    *Jan 2, 2026*

    ## An article shared with you

    Gone

    *Jan 2, 2026*

    ## An article shared with you

    Gone, too

    *Jan 2, 2026*
    "
  `)
  expect(JSON.parse(files.get('library.json') ?? '').notesElsewhere).toHaveLength(4)
})

test('the list leads to the files that are there, and to the originals', async () => {
  const files = await filesIn(await zipOf(LIBRARY))
  const targets = Array.from(
    (files.get('index.html') ?? '').matchAll(/href="([^"]*)"/g),
    ([, href = '']) => href,
  )
  const local = targets.filter(href => !href.startsWith('http')).map(decodeURI)
  expect(local).toHaveLength(4)
  for (const href of local) expect([...files.keys()]).toContain(href)
  expect(targets.filter(href => href.startsWith('http'))).toEqual(LIBRARY.links.map(({ url }) => url))
})

test('a page', async () => {
  const text = (await filesIn(await zipOf(LIBRARY))).get('articles/A title (1).html') ?? ''
  expect(text).toContain("script-src 'none'")
  expect(text.slice(text.indexOf('<body>'))).toMatchInlineSnapshot(`
    "<body>
    <article dir="auto">
    <h1>A &lt;title&gt;</h1>
    <p class="about">Site · Ann · May 5, 2025 · Saved Jan 2, 2026 · Reading &amp; more · #food<br><a href="https://example.com/1" rel="noopener noreferrer">https://example.com/1</a></p>
    <p>Own &quot;note&quot;</p>
    <p>Text with <b>weight</b>.<a href="#t1">1</a></p><img src="../images/ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff.webp" alt="A photo"><a href="https://example.com/gone.jpg?a=1&amp;b=2" rel="noopener noreferrer">Lost</a><p id="t1">Below</p>
    </article>
    <section class="notes">
    <h2>Notes and highlights</h2>
    <blockquote>Text</blockquote>
    <time datetime="2026-01-02T03:04:05.678Z">Jan 2, 2026</time>
    <blockquote>weight</blockquote>
    <p>Later</p>
    <time datetime="2026-01-02T03:04:05.678Z">Jan 2, 2026</time>
    </section>
    </body>
    </html>
    "
  `)
})

test('Markdown', async () => {
  expect((await filesIn(await zipOf(LIBRARY))).get('articles/A title (1).md')).toMatchInlineSnapshot(`
    "---
    title: "A <title>"
    url: "https://example.com/1"
    author: "Ann"
    site: "Site"
    published: "2025-05-05"
    saved: "2026-01-02T03:04:05.678Z"
    collection: "Reading & more"
    tags: ["food"]
    note: "Own \\"note\\""
    ---

    # A \\<title\\>

    Text with **weight**.1

    ![A photo](../images/ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff.webp)[Lost](https://example.com/gone.jpg?a=1&b=2)

    Below

    ## Notes and highlights

    > Text

    *Jan 2, 2026*

    > weight

    Later

    *Jan 2, 2026*
    "
  `)
})

test('the same library gives the same bytes', async () => {
  expect((await zipOf(LIBRARY)).equals(await zipOf(LIBRARY))).toBe(true)
})

test('what fails while it is read ends the file with that error', async () => {
  const broken = snapshotOf(LIBRARY, async () => Promise.reject(new Error('Postgres is gone')))
  const read = async () => {
    for await (const _ of zipFormat(broken, async () => {}));
  }
  await expect(read()).rejects.toThrow('Postgres is gone')
})

test('nothing more is read once nobody takes the bytes', async () => {
  let asked = 0
  const count: typeof tables = (text, values) => {
    asked += 1
    return tables(text, values)
  }
  const links = Array.from({ length: 500 }, (_, n) => link({ id: n + 1, page: ready(first) }))
  for await (const _ of zipFormat(snapshotOf({ collections: [], links, notes: [] }, count), async () => {}))
    break
  expect(asked).toBeLessThan(100)
})
