import { Rejected } from '@lectern/contracts/api/errors.ts'
import { escapeHtml } from '@lectern/contracts/escape-html.ts'
import { PAGE_MAX } from '@lectern/contracts/limits.ts'
import { PROVIDED_ARTICLE } from '@lectern/contracts/provided-article.ts'
import type { NewEntryRequest } from '@lectern/contracts/wallabag/requests.ts'

type Sent = Pick<
  NewEntryRequest,
  'title' | 'content' | 'language' | 'authors' | 'published_at' | 'preview_picture'
>

/** The page that an app sends as content, with what it says of it; undefined where it sends none. @throws Rejected body-too-large */
export const pageOfContent = (sent: Sent): string | undefined => {
  const { title, content, language, authors, preview_picture: picture } = sent
  if (!content?.trim()) return undefined
  const published = dateOf(sent.published_at)
  const facts = [
    '<meta charset="utf-8">',
    title?.trim() && `<title>${escaped(title)}</title>`,
    authors?.trim() && `<meta name="author" content="${escaped(authors)}">`,
    published && `<meta property="article:published_time" content="${published}">`,
    picture?.trim() && `<meta property="og:image" content="${escaped(picture)}">`,
  ]
  const lang = language?.trim() ? ` lang="${escaped(language)}"` : ''
  const head = facts.filter(Boolean).join('\n')
  const page = `${PROVIDED_ARTICLE}<html${lang}><head>${head}</head><body>${content}</body></html>`
  if (Buffer.byteLength(page) > PAGE_MAX)
    throw new Rejected('body-too-large', {}, 'This page is larger than 5 MB.')
  return page.replaceAll('\0', '').toWellFormed()
}

/** Seconds since 1970, or a date as text. */
const dateOf = (given: Sent['published_at']): string | undefined => {
  if (given == null || given === '') return undefined
  const seconds = Number(given)
  const date = new Date(Number.isNaN(seconds) ? String(given) : seconds * 1_000)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

const escaped = (text: string): string => escapeHtml(text.trim())
