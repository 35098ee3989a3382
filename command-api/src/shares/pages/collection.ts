import { html, webAddress } from '../html.ts'
import type { SharedCollection, SharedLink } from '../shared.ts'
import { aboutOf, saveLink } from './article.ts'
import { pageOf } from './layout.ts'

/** Addresses of the pages before and after, and of the feeds; undefined where there is none. */
type Around = {
  readonly newer: string | undefined
  readonly older: string | undefined
  readonly atom: string | undefined
  readonly json: string | undefined
}

export const collectionPage = (
  { name, description, links }: SharedCollection,
  { newer, older, atom, json }: Around,
): string =>
  pageOf({
    title: name,
    feeds: [
      ...(atom === undefined ? [] : [{ type: 'application/atom+xml', href: atom }]),
      ...(json === undefined ? [] : [{ type: 'application/feed+json', href: json }]),
    ],
    main: html`<h1 dir="auto">${name}</h1>
${description && html`<p class="about" dir="auto">${description}</p>\n`}${
  links.length === 0
    ? html`<p>There are no articles here yet.</p>`
    : html`<ol class="list">${links.map(item)}</ol>`
}
${
  (newer ?? older) !== undefined &&
  html`<nav class="pages" aria-label="Pages">${newer && html`<a href="${newer}">Newer</a>`}${
    older && html`<a href="${older}">Older</a>`
  }</nav>\n`
}${atom && html`<p class="acts"><a href="${atom}">Atom feed</a><a href="${json}">JSON feed</a></p>`}`,
  })

const item = (link: SharedLink) => html`<li dir="auto"><h2>${
  webAddress(link.url)
    ? html`<a href="${link.url}" rel="noopener noreferrer nofollow">${link.title}</a>`
    : link.title
}</h2>
${aboutOf(link)}
${link.excerpt && html`<p>${link.excerpt}</p>\n`}${link.note && html`<p class="note">${link.note}</p>\n`}<p class="acts">${saveLink(link)}</p></li>
`
