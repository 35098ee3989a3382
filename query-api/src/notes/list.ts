import type { NoteEntries, NoteType } from '@lectern/contracts/api/notes.ts'
import { COPY_WIDTHS } from '@lectern/contracts/images.ts'
import { noteOf } from '@lectern/contracts/read-model/notes.ts'
import { imageOf } from '@lectern/contracts/read-model/page-row.ts'
import { sql } from 'kysely'
import { type Cursor, encodeCursor, placeOf } from '../links/cursor.ts'
import { cardImage, shownTitle } from '../links/link-row.ts'
import { isAfter } from '../links/page.ts'
import type { ReadDb } from '../tables.ts'
import { libraryOf, type Notebook } from './elsewhere.ts'
import { matchingNotes } from './matches.ts'
import { NOTE_COLUMNS, pageOf } from './page.ts'

export type NoteFilters = {
  /** Each word of it occurs in the note, in its selected text or in the title of its link. */
  readonly q?: string | undefined
  readonly type?: NoteType | undefined
  readonly limit: number
  readonly cursor: Cursor | undefined
}

/** The newest notes with their links, and the cursor of the next page. */
export const listNotes = async (
  db: ReadDb,
  notebook: Notebook,
  { q, type, limit, cursor }: NoteFilters,
): Promise<{ entries: NoteEntries; next: string | undefined }> => {
  let { notes } = await matchingNotes(db, notebook, q)
  if (type !== undefined) notes = notes.where('note.type', '=', type)
  if (cursor !== undefined) notes = notes.where(isAfter('note', placeOf(cursor)))
  const placed = notes
    .leftJoin('articles as article', 'article.article_id', 'link.article_id')
    .select([...NOTE_COLUMNS, shownTitle.as('title'), 'link.url', 'link.library_id', 'article.site_name'])
    .select(eb => cardImage(eb, 'lead').as('lead_copy'))
    .select(sql<number>`row_number() OVER (ORDER BY note.created_at DESC, note.id DESC)`.as('place'))
    .orderBy('note.created_at', 'desc')
    .orderBy('note.id', 'desc')
  const { rows, hasMore } = await pageOf(db, placed, limit)
  const last = rows.at(-1)
  return {
    entries: rows.map(({ title, url, lead_copy, site_name: siteName, library_id, ...note }) => ({
      note: { ...noteOf(note), ...libraryOf(notebook, library_id) },
      link: { title, url, previewImage: imageOf(lead_copy, COPY_WIDTHS.card), siteName },
    })),
    next: hasMore && last ? encodeCursor({ createdAt: last.created_at, id: last.id }) : undefined,
  }
}
