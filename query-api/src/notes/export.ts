import type { NoteType } from '@lectern/contracts/api/notes.ts'
import { dateFormat } from '@lectern/contracts/dates.ts'
import { NOTES_LIST_MAX } from '@lectern/contracts/limits.ts'
import { ENDED_ARTICLE } from '@lectern/contracts/notes.ts'
import { sql } from 'kysely'
import { shownTitle } from '../links/link-row.ts'
import type { ReadDb } from '../tables.ts'
import { type Notebook, notesOfNotebook } from './elsewhere.ts'
import { NOTE_COLUMNS, pageOf } from './page.ts'

type Wanted = {
  readonly notebook: Notebook
  /** undefined: of all links. `memberId` is the person's id in the library of the link, where that is somebody else's. */
  readonly of: { readonly linkId: number; readonly memberId: string | null } | undefined
  readonly withPrivate: boolean
}

/**
 * Notes of a notebook with their links, if the person may still see these, page by page: the newest link first, the notes of a link in the order of its text. Which notes,
 * and their order, is settled at the start: ordering them anew for each page took 26 s for 50,000 notes.
 */
export async function* notesToExport(read: () => ReadDb, { notebook, of, withPrivate }: Wanted) {
  let { notes } = await notesOfNotebook(read(), notebook, { withEnded: true })
  if (of !== undefined)
    notes = notes
      .where('note.link_id', '=', of.linkId)
      .where(sql<boolean>`note.member_id IS NOT DISTINCT FROM ${of.memberId}::uuid`)
  if (!withPrivate) notes = notes.where('note.is_private', '=', false)
  const ids = await notes
    .select('note.id')
    .orderBy('note.link_id', 'desc')
    .orderBy('note.member_id')
    // A note without a place comes after those that have one.
    .orderBy('note.position_start')
    .orderBy('note.position_end')
    .orderBy('note.created_at')
    .orderBy('note.id')
    .execute()
  for (let from = 0; from < ids.length; ) {
    const wanted = ids.slice(from, from + NOTES_LIST_MAX).map(({ id }) => id)
    const { rows, hasMore } = await page(read(), notebook, wanted)
    yield rows
    from += hasMore ? (rows.at(-1)?.place ?? wanted.length) : wanted.length
  }
}

/** These notes in this order, fewer where their text is long. `place` counts them from 1. */
const page = async (db: ReadDb, notebook: Notebook, ids: readonly number[]) => {
  const wanted = sql<{ id: number; place: number }>`(
    SELECT id, place::integer FROM unnest(${`{${ids.join()}}`}::integer[]) WITH ORDINALITY AS wanted(id, place))`
  const { notes } = await notesOfNotebook(db, notebook, { withEnded: true })
  const placed = notes
    .innerJoin(wanted.as('wanted'), 'wanted.id', 'note.id')
    .leftJoin('articles as article', 'article.article_id', 'link.article_id')
    .select([...NOTE_COLUMNS, 'note.member_id', 'wanted.place'])
    .select([shownTitle.$castTo<string | null>().as('title'), sql<string | null>`link.url`.as('url')])
    .orderBy('wanted.place')
  return pageOf(db, placed, ids.length)
}

type Exported = {
  readonly type: NoteType
  readonly content: string
  readonly selected_text: string | null
  readonly created_at: Date
}

/** The heading of an article in the export. Both are null where it is not shared any more. */
export const articleAsMarkdown = ({ title, url }: { title: string | null; url: string | null }): string =>
  `# ${escaped((title ?? ENDED_ARTICLE).replace(/\s+/g, ' '))}\n\n${
    url === null ? '' : `<${url.replaceAll('<', '%3C').replaceAll('>', '%3E')}>\n\n`
  }`

/** A note in the export: the marked text as a quote, then the person's own words, which may be Markdown. */
export const noteAsMarkdown = ({ type, content, selected_text, created_at }: Exported): string => {
  const marked = selected_text ?? (type === 'note' ? null : content)
  const quote = marked === null ? '' : `${lines(marked, line => `> ${escaped(line)}`.trimEnd())}\n\n`
  const own = content === marked ? '' : `${content.replace(/<(?=[a-z/!?])/gi, '\\<')}\n\n`
  return `${quote}${own}*${LABELS[type]}, ${DATE.format(created_at)}*\n\n`
}

const LABELS: Record<NoteType, string> = { note: 'Note', highlight: 'Highlight', quote: 'Quote' }
const DATE = dateFormat({ timeZone: 'UTC' })

const lines = (text: string, each: (line: string) => string): string => text.split('\n').map(each).join('\n')

/** Text of a page is no Markdown and no HTML. */
const escaped = (text: string): string =>
  text
    .replace(/[\\`*_[\]<>~|&]/g, '\\$&')
    .replace(/^(\s*)([#+=-])/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])/, '$1\\$2')
