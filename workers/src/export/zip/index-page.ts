import { escapeHtml } from '@lectern/contracts/escape-html.ts'
import type { Snapshot } from '../snapshot.ts'
import { dateOf, pageHead } from './article-page.ts'
import { NOTES_ELSEWHERE_FILE } from './notes-elsewhere.ts'

const STYLE = `
ol { list-style: none; padding: 0 } li { padding: .8em 0; border-top: 1px solid var(--line) } li p { margin: 0 }
`

/**
 * A page with all links, newest first.
 * @param fileOf the name of a link's files without extension; undefined where its article was not read
 */
export async function* indexPage(
  library: Snapshot,
  names: ReadonlyMap<number, string>,
  fileOf: (id: number, title: string) => string | undefined,
): AsyncGenerator<string> {
  yield `${pageHead('Lectern', 'en', STYLE)}<body>
<h1>Lectern</h1>
<p class="about">${library.counts.links.toLocaleString('en-US')} articles, exported ${dateOf(library.takenAt.toISOString())}. The file library.json has everything that this page lacks.${library.counts.notesElsewhere === 0 ? '' : ` <a href="${NOTES_ELSEWHERE_FILE}">Your notes on shared articles</a>`}</p>
<ol>
`
  for await (const link of library.links('newest')) {
    const name = fileOf(link.id, link.shownTitle)
    const file = (extension: string) =>
      escapeHtml(encodeURI(`articles/${name}.${extension}`).replaceAll('#', '%23'))
    const title = escapeHtml(link.shownTitle)
    const facts = [
      link.page.siteName,
      dateOf(link.createdAt),
      names.get(link.collectionId ?? 0),
      link.isFavorite && 'Favorite',
      link.isArchived && 'Archived',
      ...link.tags.map(tag => `#${tag}`),
    ]
    yield `<li dir="auto"><p>${name === undefined ? title : `<a href="${file('html')}">${title}</a>`}</p>
<p class="about">${facts
      .filter(fact => typeof fact === 'string')
      .map(escapeHtml)
      .join(
        ' · ',
      )} · <a href="${escapeHtml(link.url)}" rel="noopener noreferrer">Original</a>${name === undefined ? '' : ` · <a href="${file('md')}">Markdown</a>`}</p></li>
`
  }
  yield '</ol>\n</body>\n</html>\n'
}
