import { imageSources } from '@lectern/contracts/images.ts'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  anyHtml,
  articleOf,
  bookOf,
  complaintsOf,
  epubOf,
  fileNamed,
  filesOf,
  type PackedFile,
  readXml,
  sanitised,
} from '../test-support/books.ts'
import { fixtureArticles } from '../test-support/corpus.ts'
import { BookTooLarge } from './archive.ts'

const xmlFiles = (files: readonly PackedFile[]) =>
  files.filter(({ name }) => /\.(xhtml|opf|ncx|xml)$/.test(name))
const picture = (channels: 3 | 4) =>
  sharp({ create: { width: 30, height: 20, channels, background: { r: 9, g: 99, b: 199, alpha: 0.5 } } })
    .webp()
    .toBuffer()

describe('a book', () => {
  test('begins with its type, stored, and names every file in its package', async () => {
    const files = await filesOf(await epubOf(bookOf([articleOf('<p>Fog.</p>'), articleOf(null)])))
    expect(files[0]).toMatchObject({ name: 'mimetype', isStored: true })
    expect(files[0]?.content.toString()).toBe('application/epub+zip')
    const opf = fileNamed(files, 'EPUB/package.opf')
    const listed = Array.from(opf.matchAll(/href="([^"]+)"/g), ([, href]) => `EPUB/${href}`)
    const packed = files.map(({ name }) => name).filter(name => /^EPUB\/(?!package)/.test(name))
    expect(listed.toSorted()).toEqual(packed.toSorted())
    expect(opf).toContain('<meta property="dcterms:modified">2026-11-25T10:11:12Z</meta>')
    expect(opf).toMatch(/<dc:identifier id="id">urn:uuid:[0-9a-f-]{36}</)
  })

  test('is the same for the same articles, and another one for others', async () => {
    const book = (identity: string) =>
      epubOf(bookOf([articleOf('<p>Fog.</p>')], { identity: () => identity }))
    const [one, again, other] = [await book('a'), await book('a'), await book('b')]
    expect(one.equals(again)).toBe(true)
    expect(one.equals(other)).toBe(false)
  })

  test('has a chapter with title, facts and address for each link, also where the page was not read', async () => {
    const unread = {
      title: 'Tides & <moons>',
      url: 'https://tides.example/?a=1&b=2',
      author: null,
      siteName: null,
    }
    const articles = [
      articleOf('<p>Fog.</p>'),
      articleOf(null, { ...unread, publishedDate: null, reason: 'The site did not answer in time.' }),
    ]
    const files = await filesOf(await epubOf(bookOf(articles)))
    expect(fileNamed(files, 'EPUB/text/001.xhtml')).toContain('Ada Poe · The Daily · Mar 4, 2026')
    const chapter = fileNamed(files, 'EPUB/text/002.xhtml')
    expect(chapter).toContain('<h1>Tides &amp; &lt;moons&gt;</h1>')
    expect(chapter).toContain(
      '<a href="https://tides.example/?a=1&amp;b=2">https://tides.example/?a=1&amp;b=2</a>',
    )
    expect(chapter).toContain('The site did not answer in time.')
    for (const contents of ['EPUB/nav.xhtml', 'EPUB/toc.ncx'])
      expect(fileNamed(files, contents)).toContain('Tides &amp; &lt;moons&gt;')
  })

  test('has our pictures once each, as JPEG, or PNG where they are transparent', async () => {
    const html = sanitised(
      '<figure><img src="/boat.webp" alt="A boat"><figcaption>The boat</figcaption></figure>' +
        '<p><img src="/star.webp" alt=""><img src="/dot.gif"><img src="/gone.png" alt="A gull"></p>',
    )
    const [boat = '', star = '', dot = ''] = imageSources(html)
    const size = { width: 30, height: 20 }
    const pictures = new Map([
      [boat, 'boat'],
      [star, 'star'],
      [dot, ''],
    ])
    const copies: Record<string, Buffer> = { boat: await picture(3), star: await picture(4) }
    const article = articleOf(html, { pictures })
    const epub = await epubOf(bookOf([article, article], { picture: async hash => copies[hash] }))
    const files = await filesOf(epub)
    const packed = files.filter(({ name }) => name.startsWith('EPUB/pictures/'))
    expect(packed.map(({ name }) => name)).toEqual(['EPUB/pictures/0001.jpg', 'EPUB/pictures/0002.png'])
    expect(await sharp(packed[0]?.content).metadata()).toMatchObject({ format: 'jpeg', ...size })
    const chapter = fileNamed(files, 'EPUB/text/002.xhtml')
    expect(chapter).toContain('<img src="../pictures/0001.jpg" alt="A boat" width="30" height="20"/>')
    expect(chapter).toContain('<figcaption>The boat</figcaption>')
    expect(chapter).not.toContain('dot.gif')
    expect(chapter).toContain('<a href="https://www.daily.example/gone.png" class="missing">A gull</a>')
    expect(await complaintsOf(epub)).toEqual([])
  })

  test('is read from right to left where all its articles are', async () => {
    const rtl = articleOf('<div dir="rtl"><p>ضباب</p></div>', { language: 'ar', title: 'ضباب' })
    const [arabic, mixed] = [bookOf([rtl]), bookOf([rtl, articleOf('<p>霧</p>', { language: 'zh-hant' })])]
    const opfOf = async (book: typeof arabic) =>
      fileNamed(await filesOf(await epubOf(book)), 'EPUB/package.opf')
    expect(await opfOf(arabic)).toContain('page-progression-direction="rtl"')
    const opf = await opfOf(mixed)
    expect(opf).not.toContain('page-progression-direction')
    expect(opf).toContain('<dc:language>ar</dc:language>\n<dc:language>zh-Hant</dc:language>')
  })

  test('without articles is a book all the same', async () => {
    const files = await filesOf(await epubOf(bookOf([])))
    expect(files.map(({ name }) => name)).toContain('EPUB/package.opf')
    for (const { content } of xmlFiles(files)) readXml(content.toString())
  })

  test('has 200 articles at most, and makes them one by one', async () => {
    const seen: number[] = []
    async function* endless() {
      for (let n = 1; ; n++) {
        seen.push(n)
        yield articleOf('<p>Fog.</p>')
      }
    }
    await expect(epubOf({ ...bookOf([]), articles: endless() })).rejects.toThrow(BookTooLarge)
    expect(seen).toHaveLength(201)
  })
})

describe('EPUBCheck', () => {
  test('has nothing against articles of the corpus', async () => {
    const articles = fixtureArticles().map(({ html, title }) => articleOf(html, { title }))
    expect(articles.length).toBeGreaterThan(5)
    expect(await complaintsOf(await epubOf(bookOf(articles)))).toEqual([])
  })

  test('has nothing against a heading without a character that XML may have', async () => {
    const lone = String.fromCharCode(0xd800)
    expect(await complaintsOf(await epubOf(bookOf([articleOf(`<p>Fog.</p><h2>${lone}</h2>`)])))).toEqual([])
  })

  test('has nothing against a book of any sanitised HTML, and a strict parser reads each of its files', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyHtml, { minLength: 1, maxLength: 20 }),
        fc.string(),
        async (all, title) => {
          const articles = all.map(html =>
            articleOf(sanitised(html), { title, author: title, language: title }),
          )
          const epub = await epubOf(bookOf(articles, { title }))
          for (const { content } of xmlFiles(await filesOf(epub))) readXml(content.toString())
          expect(await complaintsOf(epub)).toEqual([])
        },
      ),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 25) },
    )
  })
})
