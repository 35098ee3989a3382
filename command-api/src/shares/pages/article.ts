import { dateFormat } from '@lectern/contracts/dates.ts'
import { siteOf as hostOf } from '@lectern/contracts/site.ts'
import { Html, html, webAddress } from '../html.ts'
import type { SharedArticle, SharedLink, SharedNote } from '../shared.ts'
import { pageOf } from './layout.ts'

type About = Pick<SharedLink, 'title' | 'url' | 'author' | 'siteName' | 'publishedAt'>

const DATE = dateFormat({ timeZone: 'UTC' })
export const dayOf = (date: string): string => DATE.format(new Date(date))
const publishedOn = (date: string | null) =>
  date === null || Number.isNaN(Date.parse(date)) ? null : dayOf(date)

export const siteOf = ({ siteName, url }: Pick<About, 'siteName' | 'url'>): string => siteName || hostOf(url)

/** Site, author and date. */
export const aboutOf = (link: About): Html =>
  html`<p class="about">${[siteOf(link), link.author, publishedOn(link.publishedAt)].filter(Boolean).join(' · ')}</p>`

/** The address of the original, as a link where it is one of the web. */
export const original = ({ url }: Pick<About, 'url'>): Html =>
  webAddress(url) ? html`<a href="${url}" rel="noopener noreferrer nofollow">${url}</a>` : html`${url}`

/** Saves the address in the visitor's own library. */
export const saveLink = ({ url }: Pick<About, 'url'>, label = 'Save to my Lectern'): Html =>
  html`<a href="/share?url=${encodeURIComponent(url.toWellFormed())}" rel="nofollow">${label}</a>`

/**
 * @param text of the article, with our copies of its pictures. Workers sanitised it before they stored it, and the page's policy
 *   allows no script
 */
export const articlePage = (article: SharedArticle, text: string | undefined): string => {
  const { title, note, notes, language } = article
  const readOn = article.text?.isWhole === true ? 'Original at' : 'Read on at'
  return pageOf({
    title,
    main: html`<article>
<h1 dir="auto">${title}</h1>
${aboutOf(article)}
<p class="about">${original(article)}</p>
${note && html`<p class="note" dir="auto">${note}</p>\n`}${
  text !== undefined &&
  html`<div dir="auto"${language && html` lang="${language}"`}>${shownText(text)}</div>\n`
}${
  article.kind === 'article' &&
  text === undefined &&
  html`<p>${article.isPending ? 'Lectern is still reading this article.' : 'Lectern could not read this article.'} It is at its own address.</p>\n`
}</article>
<p class="acts">${
      webAddress(article.url) &&
      html`<a href="${article.url}" rel="noopener noreferrer nofollow">${readOn} ${siteOf(article)}</a>`
    }${saveLink(article)}</p>
${notesOf(article.kind === 'highlights' ? 'Highlights' : 'Notes and highlights', notes)}${
  article.kind === 'highlights' && notes.length === 0 && html`<p>There are no highlights yet.</p>`
}`,
  })
}

/** Links inside of the text find their places, and wide tables scroll by keyboard. */
const shownText = (text: string): Html =>
  new Html(
    text
      .replaceAll(' data-target="', ' id="')
      .replace(/<table\b/g, '<div class="table" role="region" aria-label="Table" tabindex="0"><table')
      .replaceAll('</table>', '</table></div>'),
  )

const notesOf = (heading: string, notes: readonly SharedNote[]): Html | false =>
  notes.length > 0 &&
  html`<section>
<h2>${heading}</h2>
${notes.map(
  ({ passage, content }) =>
    html`${passage && html`<blockquote class="passage" dir="auto">${passage}</blockquote>\n`}${
      content && html`<p class="note" dir="auto">${content}</p>\n`
    }`,
)}</section>
`
