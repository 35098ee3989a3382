import type { NoteEntries, NoteType } from '@lectern/contracts/api/notes.ts'
import { fold } from '@lectern/contracts/fold.ts'
import { SEARCH_TERMS_MAX } from '@lectern/contracts/search-syntax.ts'
import { sql } from 'kysely'
import { type Cursor, encodeCursor } from '../links/cursor.ts'
import { isAfter } from '../links/page.ts'
import { like } from '../links/search-matches.ts'
import type { ReadDb } from '../tables.ts'
import { NOTE_COLUMNS, notesIn, pageOf, toNote } from './page.ts'

export type NoteFilters = {
  /** Each word of it occurs in the note or its selected text. */
  readonly q?: string | undefined
  readonly type?: NoteType | undefined
  readonly limit: number
  readonly cursor: Cursor | undefined
}

/** The newest notes with their links, and the cursor of the next page. */
export const listNotes = async (
  db: ReadDb,
  libraryId: string,
  { q = '', type, limit, cursor }: NoteFilters,
): Promise<{ entries: NoteEntries; next: string | undefined }> => {
  let notes = notesIn(db, libraryId)
  if (type !== undefined) notes = notes.where('note.type', '=', type)
  for (const word of wordsOf(q)) notes = notes.where('note.texts', 'like', like(word))
  if (cursor !== undefined) notes = notes.where(isAfter('note', cursor))
  const placed = notes
    .leftJoin('articles as article', 'article.article_id', 'link.article_id')
    .select([...NOTE_COLUMNS, 'link.title', 'link.url', 'article.image', 'article.site_name'])
    .select(sql<number>`row_number() OVER (ORDER BY note.created_at DESC, note.id DESC)`.as('place'))
    .orderBy('note.created_at', 'desc')
    .orderBy('note.id', 'desc')
  const { rows, hasMore } = await pageOf(db, placed, limit)
  const last = rows.at(-1)
  return {
    entries: rows.map(({ title, url, image: previewImage, site_name: siteName, ...note }) => ({
      note: toNote(note),
      link: { title, url, previewImage, siteName },
    })),
    next: hasMore && last ? encodeCursor({ createdAt: last.created_at, id: last.id }) : undefined,
  }
}

const wordsOf = (text: string): string[] =>
  fold(text)
    .split(' ')
    .filter(word => word !== '')
    .slice(0, SEARCH_TERMS_MAX)
