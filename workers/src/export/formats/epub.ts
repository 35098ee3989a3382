import { PassThrough } from 'node:stream'
import { type ExtractionFailure, extractionFailures } from '@lectern/contracts/extraction-failures.ts'
import { type Book, type BookArticle, writeEpub } from '../../epub/book.ts'
import type { SourceLink } from '../link-row.ts'
import type { Snapshot } from '../snapshot.ts'
import { articleOf, copiesOf, pictureOf } from './articles.ts'
import type { Format } from './format.ts'

/** A book of the articles, newest first, with our copies of their pictures. */
export const epubFormat: Format = async function* (library, told) {
  const out = new PassThrough()
  const writing = writeEpub(await bookOf(library), out, told)
  // It is awaited below, once the stream has ended.
  writing.catch(() => {})
  try {
    yield* out
  } catch (error) {
    await writing
    throw error
  }
  await writing
}

const bookOf = async (library: Snapshot): Promise<Book> => {
  /** The same links in the same versions are the same book. */
  const parts: string[] = []
  async function* articles(): AsyncGenerator<BookArticle> {
    for await (const link of library.links('newest')) {
      parts.push(`${link.url} ${link.page.contentHash}`)
      yield await articleFor(library, link)
    }
  }
  return {
    identity: () => parts.join('\n'),
    title: await titleOf(library),
    modified: library.takenAt,
    articles: articles(),
    picture: hash => pictureOf(library, hash),
  }
}

/** undefined for a book of one article, which has the title of that. */
const titleOf = async ({ scope, counts, collections }: Snapshot): Promise<string | undefined> => {
  if (counts.links === 1) return undefined
  if (scope === 'collection') for await (const { name } of collections()) return name
  return `${counts.links} articles`
}

const articleFor = async (library: Snapshot, link: SourceLink): Promise<BookArticle> => {
  const { url, shownTitle: title, page, failure } = link
  const html = (await articleOf(library, link)) ?? null
  return {
    title,
    url,
    author: page.author,
    siteName: page.siteName,
    publishedDate: page.publishedDate,
    language: page.language,
    html,
    reason: failure === null ? undefined : extractionFailures[failure as ExtractionFailure],
    pictures: html === null ? new Map() : await copiesOf(library, link, html),
  }
}
