import { csvLine } from '@lectern/contracts/csv.ts'
import type { ExportedNote } from '@lectern/contracts/export.ts'
import { ENDED_ARTICLE } from '@lectern/contracts/notes.ts'
import type { SourceLink } from '../link-row.ts'
import type { Snapshot } from '../snapshot.ts'
import { type Format, inBatches } from './format.ts'
import { joinedByLink } from './join.ts'

/** Spreadsheets hold 32,767 characters a cell. */
const CELL_MAX = 32_000

const COLUMNS = [
  ...(['url', 'title', 'note', 'tags', 'collection', 'created', 'favorite', 'archived', 'progress'] as const),
  ...(['site', 'author', 'published', 'words', 'highlights and notes'] as const),
]

/**
 * A row for each link, oldest first, then one for each note of the person on articles of others, for spreadsheets. Without the mark at its beginning some of
 * them misread it.
 */
export const csvFormat: Format = (library, told) => inBatches(linesOf(library, told))

async function* linesOf(library: Snapshot, told: () => Promise<void>): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(COLUMNS)}`
  const names = new Map<number, string>()
  for await (const { id, name } of library.collections()) names.set(id, name)
  for await (const { link, notes } of joinedByLink(library)) {
    yield csvLine([
      ...[link.url, link.shownTitle, link.note ?? '', link.tags.join(', ')],
      ...[names.get(link.collectionId ?? 0) ?? '', link.createdAt],
      ...[String(link.isFavorite), String(link.isArchived), progressOf(link)],
      ...[link.page.siteName ?? '', link.page.author ?? '', link.page.publishedDate ?? ''],
      ...[link.page.wordCount === null ? '' : String(link.page.wordCount), await textOf(notes)],
    ])
    await told()
  }
  for await (const note of library.notesElsewhere()) {
    const { url, title } = note.article ?? { url: '', title: ENDED_ARTICLE }
    yield csvLine([url, title, ...COLUMNS.slice(2, -1).map(() => ''), await textOf([note])])
  }
}

/** The part of the text that was read, from 0 to 1; empty where it was never opened. */
const progressOf = ({ position }: SourceLink): string =>
  position?.length ? Math.min(1, position.offset / position.length).toFixed(2) : ''

/** As many notes as a cell holds, with blank lines between them. The JSON export has all. */
const textOf = async (notes: AsyncIterable<Texts> | Iterable<Texts>): Promise<string> => {
  let [text, left] = ['', 0]
  for await (const note of notes) {
    const next = `${text === '' ? '' : '\n\n'}${noteAsText(note)}`
    if (left > 0 || text.length + next.length > CELL_MAX) left += 1
    else text += next
  }
  return left === 0 ? text : `${text}\n\n(${left} more)`.trim()
}

type Texts = Pick<ExportedNote, 'content' | 'selectedText'>

const noteAsText = ({ content, selectedText }: Texts): string =>
  selectedText === null || selectedText === content ? content : `“${selectedText}”\n${content}`
