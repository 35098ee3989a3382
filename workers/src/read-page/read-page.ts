import { createHash } from 'node:crypto'
import type { PageFacts } from '@lectern/contracts/events/article.ts'
import type { ExtractionFailure } from '@lectern/contracts/extraction-failures.ts'
import { PAGE_LIMITS } from '@lectern/contracts/page-limits.ts'
import type { AllowedHosts } from '@lectern/platform/safe-fetch/url.ts'
import { Readability } from '@mozilla/readability'
import { boundTree } from './bound-tree.ts'
import { authorName } from './byline.ts'
import { decodePage } from './charset.ts'
import { clean } from './clean.ts'
import type { PageDocument, PageElement } from './dom.ts'
import { firstSentences } from './excerpt.ts'
import { gateOf } from './gates.ts'
import { baseUrl, isoDate, isRightToLeft, languageTag, pageFacts, withoutSiteName } from './page-facts.ts'
import { loosenParagraphs } from './paragraphs.ts'
import { parsePage, tidySource } from './parse.ts'
import { isPlainText, plainTextHtml } from './plain-text.ts'
import { preScan } from './pre-scan.ts'
import { sanitise } from './sanitise.ts'
import { short } from './short.ts'
import { leadImage } from './source/lead-image.ts'
import { losses } from './source/losses.ts'
import { type Doubt, pageProse } from './source/page-prose.ts'
import { prepare } from './source/prepare.ts'
import { numberTargets } from './source/targets.ts'
import { countWords, textOf } from './words.ts'

export type FetchedPage = {
  readonly url: string
  readonly contentType: string
  readonly body: Uint8Array
  /** All of it is an article: a program sent it as one. */
  readonly isArticle?: boolean | undefined
}

export type ReadPage =
  | { readonly kind: 'read'; html: string; text: string; contentHash: string; words: number; page: PageFacts }
  | { readonly kind: 'unreadable'; reason: ExtractionFailure; page: PageFacts | null }

/**
 * In UTF-16 units, as for the largest page. A page of 5 MB could otherwise grow to 100 MB, by 45,000 relative links to a base
 * of 2 kB. The text is shorter than the HTML.
 */
const maxArticle = 5 * 1024 * 1024

/** Makes an article of the bytes of a page. Pure but slow, so it runs in a thread that can be ended (reader-thread.ts). */
export function readPage(fetched: FetchedPage, allow: AllowedHosts): ReadPage {
  const html = decodePage(fetched.body, fetched.contentType)
  if (isPlainText(fetched.contentType)) return readText(html, fetched, allow)
  const source = tidySource(html)
  const scan = preScan(source)
  if (!scan) return { kind: 'unreadable', reason: 'too-complex', page: null }

  const head = pageFacts(scan, fetched.url, allow)
  const base = baseUrl(scan, fetched.url)
  const { isArticle = false } = fetched
  const found = findArticle(source, { base, url: fetched.url, image: head.image, isArticle })
  if (!found || found.doubt === 'none') {
    const text = found ? textOf(sanitise(found.article.content.innerHTML, { base, allow })) : ''
    const gate = gateOf(scan, fetched.url, text, countWords(text, head.language))
    return { kind: 'unreadable', reason: gate ?? 'no-article', page: head }
  }
  const { article } = found
  const language = languageTag(article.lang) ?? head.language
  const siteName = short(article.siteName, PAGE_LIMITS.siteName) ?? head.siteName
  const { url } = fetched
  clean(article.content, { url, title: article.title, byline: article.byline, siteName, language })
  loosenParagraphs(article.content.ownerDocument, article.content)
  const content = sanitise(article.content.innerHTML, { base, allow }).trim()
  const text = textOf(content)
  const words = countWords(text, language)
  const page: PageFacts = {
    ...head,
    title: withoutSiteName(short(article.title, PAGE_LIMITS.title) ?? head.title, siteName, url),
    author: authorName(article.byline, siteName) ?? head.author,
    siteName,
    publishedAt: isoDate(article.publishedTime) ?? head.publishedAt,
    excerpt: short(firstSentences(content, language) ?? article.excerpt, PAGE_LIMITS.excerpt) ?? head.excerpt,
    language,
  }
  const gate = isArticle ? null : gateOf(scan, url, text, words)
  if (gate) return { kind: 'unreadable', reason: gate, page }
  if (words === 0 && !content.includes('<img')) return { kind: 'unreadable', reason: 'no-article', page }

  const rightToLeft = article.dir === 'rtl' || (article.dir !== 'ltr' && isRightToLeft(language))
  const stored = rightToLeft ? `<div dir="rtl">${content}</div>` : content
  if (stored.length > maxArticle) return { kind: 'unreadable', reason: 'too-large', page }
  return { kind: 'read', html: stored, text, contentHash: hashOf(stored), words, page }
}

type Article = {
  content: PageElement
  title: string | null
  byline: string | null
  siteName: string | null
  publishedTime: string | null
  excerpt: string | null
  lang: string | null
  dir: string | null
}

/** The body as it is; the facts of its head are found elsewhere. */
const wholeArticle = ({ body }: PageDocument): Article => ({
  ...{ content: body, title: null, byline: null, siteName: null, publishedTime: null },
  ...{ excerpt: null, lang: null, dir: null },
})

type Found = { readonly article: Article; readonly doubt: Doubt }
type Place = {
  readonly base: string
  readonly url: string
  readonly image: string | null
  readonly isArticle: boolean
}

/** The article of a page. Where it is a small part of the page's text, the page is read again with all that it hides. */
function findArticle(source: string, place: Place): Found | null {
  const first = findIn(source, place, false)
  if (first?.doubt === 'no') return first
  const second = findIn(source, place, true)
  if (!first || !second) return first ?? second
  const length = ({ article }: Found) => article.content.textContent?.length ?? 0
  return length(second) > 2 * length(first) ? second : first
}

function findIn(source: string, { base, url, image, isArticle }: Place, showsAll: boolean): Found | null {
  const document = parsePage(source)
  prepare(document, { base, url, showsAll })
  boundTree(document)
  const lead = leadImage(document, image)
  const lost = losses(document)
  const prose = pageProse(document)
  const article = isArticle ? wholeArticle(document) : readability(document)
  if (!article) return null
  const doubt = isArticle ? 'no' : prose.doubt(article.content)
  lost.putBack(article.content)
  lead.putBack(article.content)
  numberTargets(article.content, url)
  return { article, doubt }
}

/** The article that Readability finds. It changes the document. */
function readability(document: PageDocument): Article | null {
  const found = new Readability<PageElement>(document as never, {
    // The rules of clean look at them; sanitising drops them.
    keepClasses: true,
    serializer: node => node as unknown as PageElement,
  }).parse()
  return found?.content ? (found as Article) : null
}

/** Plain text is all article. */
function readText(source: string, { url }: FetchedPage, allow: AllowedHosts): ReadPage {
  const html = sanitise(plainTextHtml(source), { base: url, allow })
  const text = textOf(html)
  const scan = preScan('')
  const head = scan && pageFacts(scan, url, allow)
  const words = countWords(text, null)
  const reason = words === 0 ? 'no-article' : html.length > maxArticle ? 'too-large' : null
  if (!head || reason) return { kind: 'unreadable', reason: reason ?? 'no-article', page: head ?? null }
  const page = { ...head, excerpt: short(firstSentences(html, null), PAGE_LIMITS.excerpt) }
  return { kind: 'read', html, text, contentHash: hashOf(html), words, page }
}

const hashOf = (html: string) => createHash('sha256').update(html).digest('hex')
