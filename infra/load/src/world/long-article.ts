import { createHash, randomUUID } from 'node:crypto'
import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { type ArticleEvent, articleStream } from '@lectern/contracts/events/article.ts'
import { searchVector } from '@lectern/contracts/search-vector.ts'
import type { BenchParts } from '../bench-parts.ts'
import { metadata } from './events.ts'
import { succeed, type User } from './users.ts'

const SENTENCE =
  'The harbour wakes before the town does, and by five the first boats are out, since the tide decides the day.'
const SENTENCES_A_PARAGRAPH = 5
const PARAGRAPHS_A_SECTION = 10

/** Sections of paragraphs with about so many words. */
const htmlOf = (words: number): string => {
  const inParagraph = SENTENCES_A_PARAGRAPH * (SENTENCE.split(' ').length + 1)
  return Array.from({ length: Math.ceil(words / inParagraph) }, (_, n) => {
    const heading = n % PARAGRAPHS_A_SECTION === 0 ? `<h2>Section ${n / PARAGRAPHS_A_SECTION + 1}</h2>\n` : ''
    const sentences = Array.from({ length: SENTENCES_A_PARAGRAPH }, (_, m) => `${SENTENCE} (${n}.${m})`)
    return `${heading}<p>${sentences.join(' ')}</p>`
  }).join('\n')
}

/** Saves a link to an article of so many words, as if a worker had read it. @returns the id of the link */
export const saveLongArticle = async (
  { pool, store }: BenchParts,
  user: User,
  words: number,
): Promise<number> => {
  const html = htmlOf(words)
  const text = html.replace(/<[^>]+>/g, ' ')
  const contentHash = createHash('sha256').update(html).digest('hex')
  await pool.query(
    'INSERT INTO content.documents (hash, html, text, words, searched) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
    [contentHash, html, text, words, searchVector(text)],
  )
  const url = `https://long.example/${randomUUID()}`
  const articleId = articleIdOf(url)
  const event: ArticleEvent = {
    type: 'ArticleExtracted',
    data: {
      articleId,
      url,
      contentHash,
      words,
      at: new Date().toISOString(),
      title: `An article of ${words.toLocaleString('en')} words`,
      author: null,
      siteName: 'long.example',
      publishedAt: null,
      excerpt: null,
      image: null,
      favicon: null,
      language: 'en',
    },
  }
  await store.append(articleStream(articleId), 'no_stream', [
    { id: randomUUID(), type: event.type, data: event.data, metadata: metadata() },
  ])
  const { id } = await succeed<{ id: number }>(user.api, {
    method: 'POST',
    path: '/api/links',
    body: { url, title: 'A long article' },
  })
  return id
}
