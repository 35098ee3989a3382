import { ENDED_ARTICLE } from '@lectern/contracts/notes.ts'
import type { SourceNoteElsewhere } from '../elsewhere.ts'
import { noteAsMarkdown } from './article-page.ts'
import { escapeMarkdown } from './markdown.ts'

export const NOTES_ELSEWHERE_FILE = 'notes-on-shared-articles.md'

/** The person's notes on articles that others share, with a heading for each article. */
export async function* notesElsewhereAsMarkdown(
  notes: AsyncIterable<SourceNoteElsewhere>,
): AsyncGenerator<string> {
  yield '# Your notes on shared articles\n'
  let place: string | undefined
  for await (const note of notes) {
    if (note.place !== place) yield headingOf(note)
    place = note.place
    yield `\n${noteAsMarkdown(note)}`
  }
}

const headingOf = ({ article }: SourceNoteElsewhere): string => {
  const title = escapeMarkdown((article?.title ?? ENDED_ARTICLE).replace(/\s+/g, ' '))
  const address = article === null ? '' : `\n<${article.url.replaceAll('<', '%3C').replaceAll('>', '%3E')}>\n`
  return `\n## ${title}\n${address}`
}
