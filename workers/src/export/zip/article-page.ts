import { dateFormat } from '@lectern/contracts/dates.ts'
import { escapeHtml } from '@lectern/contracts/escape-html.ts'
import type { ExportedNote } from '@lectern/contracts/export.ts'
import type { SourceLink } from '../link-row.ts'
import { escapeMarkdown, markdownOf } from './markdown.ts'
import { obsidianTag } from './names.ts'

/** An article with its pictures' addresses inside of the ZIP, and the notes on it. */
export type ArticleFile = {
  readonly link: SourceLink
  readonly html: string
  readonly collection: string | undefined
  readonly notes: readonly ExportedNote[]
}

/** Looks like our reader. It has no script, and allows none. */
const STYLE = `
:root { color-scheme: light dark; --ink: #1c1917; --soft: #57534e; --line: #d6d3d1; --ground: #fffdf9; --mark: #fde68a }
@media (prefers-color-scheme: dark) { :root { --ink: #e7e5e4; --soft: #a8a29e; --line: #44403c; --ground: #1c1917; --mark: #78590f } }
body { max-width: 38rem; margin: 0 auto; padding: 2.5rem 1.25rem; background: var(--ground); color: var(--ink);
  font: 1.125rem/1.65 Literata, Georgia, serif; overflow-wrap: anywhere }
h1 { line-height: 1.2 } h2, h3, h4 { line-height: 1.3; margin-top: 2em }
.about, figcaption, .notes time { color: var(--soft); font: .875rem/1.5 Inter, system-ui, sans-serif }
a { color: inherit } img { max-width: 100%; height: auto } figure { margin: 1.5em 0 }
pre { overflow-x: auto; padding: 1em; border: 1px solid var(--line); border-radius: 6px; font-size: .85em }
table { border-collapse: collapse; display: block; overflow-x: auto } td, th { border: 1px solid var(--line); padding: .3em .6em }
blockquote { margin: 1.5em 0; padding-left: 1em; border-left: 3px solid var(--line) }
.notes { margin-top: 4em; border-top: 1px solid var(--line) } .notes blockquote { background: linear-gradient(var(--mark), var(--mark)) left / 3px no-repeat; border: 0 }
.notes p { white-space: pre-wrap }
`.trim()

export const pageHead = (title: string, language: string | null, style = ''): string => `<!doctype html>
<html${language ? ` lang="${escapeHtml(language)}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>
${STYLE}${style}
</style>
</head>
`

const DATE = dateFormat({ timeZone: 'UTC' })
export const dateOf = (iso: string): string => DATE.format(new Date(iso))
const publishedOn = (date: string | null): string | null =>
  date === null || Number.isNaN(Date.parse(date)) ? null : dateOf(date)

/** A page of its own, whose pictures lie beside it. */
export const articleAsPage = ({ link, html, collection, notes }: ArticleFile): string => {
  const { page } = link
  const about = [page.siteName, page.author, publishedOn(page.publishedDate)].filter(Boolean)
  const kept = [`Saved ${dateOf(link.createdAt)}`, collection, ...link.tags.map(tag => `#${tag}`)].filter(
    Boolean,
  )
  return `${pageHead(link.shownTitle, page.language)}<body>
<article dir="auto">
<h1>${escapeHtml(link.shownTitle)}</h1>
<p class="about">${[...about, ...kept].map(each => escapeHtml(String(each))).join(' · ')}<br><a href="${escapeHtml(link.url)}" rel="noopener noreferrer">${escapeHtml(link.url)}</a></p>
${link.note === null ? '' : `<p>${escapeHtml(link.note)}</p>\n`}${html.replaceAll(' data-target="', ' id="')}
</article>
${notes.length === 0 ? '' : `<section class="notes">\n<h2>Notes and highlights</h2>\n${notes.map(noteAsHtml).join('')}</section>\n`}</body>
</html>
`
}

const noteAsHtml = ({ content, selectedText, createdAt }: ExportedNote): string => {
  const quote = selectedText === null ? '' : `<blockquote>${escapeHtml(selectedText)}</blockquote>\n`
  const own = content === selectedText ? '' : `<p>${escapeHtml(content)}</p>\n`
  return `${quote}${own}<time datetime="${createdAt}">${dateOf(createdAt)}</time>\n`
}

/** The same as Markdown, whose first lines other programs read (YAML). */
export const articleAsMarkdown = ({ link, html, collection, notes }: ArticleFile): string => {
  const { page } = link
  const tags = [...new Set(link.tags.map(obsidianTag))].filter(tag => tag !== '')
  const facts: [string, unknown][] = [
    ['title', link.shownTitle],
    ['url', link.url],
    ['author', page.author],
    ['site', page.siteName],
    ['published', page.publishedDate],
    ['saved', link.createdAt],
    ['collection', collection],
    ['tags', tags.length > 0 ? tags : undefined],
    // As they are spelled in Lectern, where Obsidian could not have them so.
    ['labels', tags.join() === link.tags.join() ? undefined : link.tags],
    ['favorite', link.isFavorite || undefined],
    ['archived', link.isArchived || undefined],
    ['note', link.note],
  ]
  // JSON is YAML.
  const head = facts.filter(([, value]) => value !== null && value !== undefined)
  return `---
${head.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join('\n')}
---

# ${escapeMarkdown(link.shownTitle.replace(/\s+/g, ' '))}

${markdownOf(html)}${notes.length === 0 ? '' : `\n## Notes and highlights\n\n${notes.map(noteAsMarkdown).join('\n')}`}`
}

export const noteAsMarkdown = ({
  content,
  selectedText,
  createdAt,
}: Pick<ExportedNote, 'content' | 'selectedText' | 'createdAt'>): string => {
  const lines = (selectedText ?? '').split('\n').map(line => `> ${escapeMarkdown(line)}`.trimEnd())
  const quote = selectedText === null ? '' : `${lines.join('\n')}\n\n`
  // The person's own words may be Markdown, and no HTML. A backslash before the reference changes nothing.
  const own = content === selectedText ? '' : `${content.replace(/<(?=[a-z/!?])/gi, '&lt;')}\n\n`
  return `${quote}${own}*${dateOf(createdAt)}*\n`
}
