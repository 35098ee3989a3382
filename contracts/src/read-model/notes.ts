import type { Note } from '../api/notes.ts'
import type { NotesTable } from './tables.ts'

export type NoteRow = Omit<NotesTable, 'library_id' | 'texts' | 'revision' | 'ranges' | 'member_id'>

/** A row as the API and exports tell it. */
export const noteOf = (row: NoteRow): Note => ({
  id: row.id,
  linkId: row.link_id,
  type: row.type,
  content: row.content,
  selectedText: row.selected_text,
  color: row.color,
  isPrivate: row.is_private,
  ...(row.is_shared && { shared: true as const }),
  position:
    row.position_start === null || row.position_end === null
      ? null
      : { start: row.position_start, end: row.position_end },
  anchor: row.anchor,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
