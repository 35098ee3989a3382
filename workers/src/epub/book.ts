import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import { dateFormat } from '@lectern/contracts/dates.ts'
import { EPUB_ARTICLES_MAX } from '@lectern/contracts/epub.ts'
import { imageSources } from '@lectern/contracts/images.ts'
import { type Archive, BookTooLarge, openArchive } from './archive.ts'
import { isRightToLeft, languageTag, linkOf } from './attributes.ts'
import { pictureForBook } from './picture.ts'
import {
  CONTAINER,
  chapterPage,
  contentsPage,
  type Entry,
  type Item,
  ncx,
  packageFile,
  STYLE,
} from './templates.ts'
import { type Chapter, type Shown, toXhtml } from './xhtml.ts'
import { xmlText } from './xml.ts'

/** A link with what was read of its page. */
export type BookArticle = {
  readonly title: string
  readonly url: string
  readonly author: string | null
  readonly siteName: string | null
  /** As the page states it: a day, or a moment. */
  readonly publishedDate: string | null
  readonly language: string | null
  /** Sanitised by us, with pictures at the addresses of the page; null where there is none. */
  readonly html: string | null
  /** A sentence that says why there is no text. */
  readonly reason?: string | undefined
  /** Hashes of our copies of pictures by their addresses; '' is a picture that is nothing to show. Others leave their caption. */
  readonly pictures: ReadonlyMap<string, string>
}

export type Book = {
  /** What the book is of, once its articles are read. The same gives the same identifier. */
  readonly identity: () => string
  /** Of the book; that of its only article where it is absent. */
  readonly title?: string | undefined
  readonly modified: Date
  /** Read one by one, so that only one is in memory. */
  readonly articles: AsyncIterable<BookArticle> | Iterable<BookArticle>
  /** Our copy of a picture, as WebP, or undefined where it is gone. */
  readonly picture: (hash: string) => Promise<Uint8Array | undefined>
}

const HEADINGS_MAX = 200

/**
 * Writes an EPUB 3.3 that readers of EPUB 2 open, too. The same book gives the same bytes. Memory holds one article and one picture.
 * @param progress is told how many articles are written
 * @throws BookTooLarge
 */
export async function writeEpub(
  book: Book,
  out: Writable,
  progress: (articles: number) => void | Promise<void> = () => {},
): Promise<void> {
  const archive = openArchive(out, book.modified)
  try {
    await writeBook(book, archive, progress)
    await archive.end()
  } catch (error) {
    await archive.abort(error as Error)
    throw error
  }
}

async function writeBook(
  book: Book,
  archive: Archive,
  progress: (articles: number) => void | Promise<void>,
): Promise<void> {
  await archive.add('META-INF/container.xml', CONTAINER)
  await archive.add('EPUB/style.css', STYLE)
  const items: Item[] = []
  const entries: Entry[] = []
  const pictures = picturesOf(book, archive, items)
  const facts: BookArticle[] = []
  for await (const article of book.articles) {
    if (entries.length === EPUB_ARTICLES_MAX)
      throw new BookTooLarge(`more than ${EPUB_ARTICLES_MAX} articles`)
    const number = `${entries.length + 1}`.padStart(3, '0')
    const href = `text/${number}.xhtml`
    const chapter = await chapterOf(article, pictures)
    const language = languageTag(article.language)
    const title = nameOf(article.title, article.url)
    const shown = { ...article, title, language, date: dateInWords(article.publishedDate) }
    await archive.add(`EPUB/${href}`, chapterPage(shown, chapter))
    items.push({ id: `c${number}`, href, mediaType: 'application/xhtml+xml' })
    const headings = typeof chapter === 'string' ? [] : chapter.headings
    entries.push({ href, title, language, headings })
    facts.push({ ...article, html: null, pictures: new Map() })
    await progress(entries.length)
  }
  const title = nameOf(book.title ?? (entries.length === 1 ? entries[0]?.title : '') ?? '', 'Articles')
  const isOne = entries.length === 1
  const id = `urn:uuid:${uuidOf(book.identity())}`
  const listed = entries.map(entry => ({ ...entry, headings: isOne ? outline(entry.headings) : [] }))
  await archive.add('EPUB/nav.xhtml', contentsPage(title, listed))
  await archive.add('EPUB/toc.ncx', ncx(id, title, listed))
  const languages = [...new Set(entries.flatMap(({ language }) => language ?? []))]
  const only = isOne ? facts[0] : undefined
  await archive.add(
    'EPUB/package.opf',
    packageFile({
      id,
      title,
      languages: languages.length > 0 ? languages : ['und'],
      creators: [...new Set(facts.flatMap(({ author }) => author?.trim() || []))].slice(0, 20),
      publisher: only?.siteName ?? undefined,
      source: only && linkOf(only.url),
      date: /^\d{4}(-\d\d(-\d\d)?)?/.exec(only?.publishedDate ?? '')?.[0],
      modified: book.modified,
      items: [
        { id: 'nav', href: 'nav.xhtml', mediaType: 'application/xhtml+xml', properties: 'nav' },
        { id: 'ncx', href: 'toc.ncx', mediaType: 'application/x-dtbncx+xml' },
        { id: 'style', href: 'style.css', mediaType: 'text/css' },
        ...items,
      ],
      spine: ['nav', ...items.flatMap(({ id }) => (id.startsWith('c') ? [id] : []))],
      isRightToLeft: entries.length > 0 && entries.every(({ language }) => isRightToLeft(language)),
    }),
  )
}

const chapterOf = async (
  { html, reason, pictures }: BookArticle,
  take: (hash: string) => Promise<Shown | undefined>,
): Promise<Chapter | string> => {
  if (html === null) return reason ?? 'The text of this page has not been read.'
  const shown = new Map<string, Shown>()
  for (const address of imageSources(html)) {
    const hash = pictures.get(address)
    const picture = hash === '' ? 'left-out' : hash && (await take(hash))
    if (picture) shown.set(address, picture)
  }
  return toXhtml(html, address => shown.get(address))
}

/** Puts each picture into the book once; tells chapters where it is. */
const picturesOf = (book: Book, archive: Archive, items: Item[]) => {
  const known = new Map<string, Shown | undefined>()
  return async (hash: string): Promise<Shown | undefined> => {
    if (known.has(hash)) return known.get(hash)
    const copy = await book.picture(hash)
    const picture = copy && (await pictureForBook(copy))
    if (picture === undefined) {
      known.set(hash, undefined)
      return undefined
    }
    const { content, width, height, mediaType, extension } = picture
    const number = `${known.size + 1}`.padStart(4, '0')
    const href = `pictures/${number}.${extension}`
    await archive.add(`EPUB/${href}`, content, false)
    items.push({ id: `p${number}`, href, mediaType })
    const shown = { href: `../${href}`, width, height }
    known.set(hash, shown)
    return shown
  }
}

/** The headings of the highest level that the article has. */
const outline = (headings: Entry['headings']): Entry['headings'] => {
  const top = Math.min(...headings.map(({ level }) => level))
  return headings.filter(({ level }) => level === top).slice(0, HEADINGS_MAX)
}

const WORDS = dateFormat({ timeZone: 'UTC' })

const dateInWords = (date: string | null): string | undefined => {
  const time = Date.parse(date ?? '')
  return Number.isNaN(time) ? undefined : WORDS.format(time)
}

/** Every page of a book needs a title. */
const nameOf = (title: string, other: string): string =>
  xmlText(title).trim() || xmlText(other).trim() || 'Article'

/** A UUID (version 8) of a text. */
const uuidOf = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
