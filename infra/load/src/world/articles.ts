import { createHash, randomUUID } from 'node:crypto'
import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { type ArticleEvent, articleStream } from '@lectern/contracts/events/article.ts'
import { searchVector } from '@lectern/contracts/search-vector.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type pg from 'pg'
import { metadata } from './events.ts'
import { type Page, paragraphsOf, type Web } from './pages.ts'

/** One page in this many is an article. */
const PAGES_AN_ARTICLE = 10

export const isArticle = (place: number): boolean => place % PAGES_AN_ARTICLE === 0

const AT_ONCE = 64
const DOCUMENTS_A_STATEMENT = 100

type Document = { place: number; hash: string; html: string; text: string; words: number }

/**
 * Writes what workers would write for every page: the documents of articles, and for each page the event with its result.
 * Links saved afterwards are not read again.
 * @param hasText whether the page at this place is an article
 */
export const readPages = async (
  pool: pg.Pool,
  store: EventStore,
  web: Web,
  hasText: (place: number) => boolean = isArticle,
): Promise<void> => {
  const waiting = web.pages.map((_, place) => place).filter(hasText)
  const hashes = new Map<number, Document['hash']>()
  while (waiting.length > 0) {
    const some = waiting.splice(0, DOCUMENTS_A_STATEMENT).map(place => documentOf(web, place))
    for (const { place, hash } of some) hashes.set(place, hash)
    await insert(pool, some)
  }
  let next = 0
  const work = async () => {
    for (let place = next++; place < web.pages.length; place = next++) {
      const page = web.pages[place]
      if (page !== undefined) await record(store, eventOf(page, hashes.get(place)))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

const documentOf = (web: Web, place: number): Document => {
  const paragraphs = paragraphsOf(web, place)
  const html = paragraphs.map(paragraph => `<p>${paragraph}</p>`).join('\n')
  const text = paragraphs.join('\n')
  const hash = createHash('sha256').update(html).digest('hex')
  return { place, hash, html, text, words: text.split(/\s+/).length }
}

const insert = (pool: pg.Pool, documents: readonly Document[]) =>
  pool.query(
    `INSERT INTO content.documents (hash, html, text, words, searched)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::tsvector[]) ON CONFLICT DO NOTHING`,
    [
      documents.map(document => document.hash),
      documents.map(document => document.html),
      documents.map(document => document.text),
      documents.map(document => document.words),
      documents.map(document => searchVector(document.text)),
    ],
  )

const eventOf = ({ url, title, host }: Page, contentHash: string | undefined): ArticleEvent => {
  const articleId = articleIdOf(url)
  const at = new Date().toISOString()
  const facts = {
    title,
    author: null,
    siteName: host,
    publishedAt: null,
    excerpt: `${title}, and what else ${host} has to say about it.`,
    image: `https://${host}/images/${articleId.slice(0, 12)}.jpg`,
    favicon: `https://${host}/favicon.ico`,
    language: 'en',
  }
  if (contentHash !== undefined)
    return { type: 'ArticleExtracted', data: { ...facts, articleId, url, contentHash, words: 800, at } }
  return {
    type: 'ArticleExtractionFailed',
    data: { articleId, url, reason: 'no-article', detail: '', page: facts, at },
  }
}

const record = (store: EventStore, { type, data }: ArticleEvent) =>
  store.append(articleStream(data.articleId), 'no_stream', [
    { id: randomUUID(), type, data, metadata: metadata() },
  ])
