import type { Note } from '@lectern/contracts/api/notes.ts'
import { type NotebookEvent, notebookStream } from '@lectern/contracts/events/notebook.ts'
import { readNotebookEvent } from '@lectern/contracts/events/read.ts'
import { type NoteRow, noteOf } from '@lectern/contracts/read-model/notes.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Aggregates } from './aggregates.ts'
import { digestOf } from './domain/notebook/state.ts'
import { findNote } from './domain/notebook.ts'
import { eventAt } from './event-at.ts'
import type { ReadRow } from './read-row.ts'

export type SavedNoteParts = Pick<Aggregates, 'notebooks'> & {
  readonly store: EventStore
  readonly readRow: ReadRow
}

/**
 * Reads a note as it is. The state has what is small, and a digest of the content: texts of 100 MB have no room in memory. The
 * texts come from the decided event, else from the read model, else from the events that the state names.
 */
export const savedNotes =
  ({ notebooks, store, readRow }: SavedNoteParts) =>
  /** @param decided an event about the note @throws Rejected note-not-found */
  async (libraryId: string, id: number, decided?: NotebookEvent): Promise<Note> => {
    const note = await notebooks.peek(libraryId, notebook => ({ ...findNote(notebook, id) }))
    const { linkId, color, isPrivate, isShared } = note
    const read = async (revision: number): Promise<NotebookEvent> =>
      readNotebookEvent(await eventAt(store, notebookStream(libraryId), revision))
    const readTaken = async () => {
      const row = await readRow<NoteRow>(noteIn, [libraryId, id])
      return row ? noteOf(row) : takenBy(await read(note.takenAt), id)
    }
    const readContent = async () => {
      const event = await read(note.contentAt)
      return revisedBy(event) ?? takenBy(event, id).content
    }
    const taken = decided?.type === 'NoteTaken' ? takenBy(decided, id) : await readTaken()
    const known = [decided && revisedBy(decided), taken.content]
    const content = known.find(text => text && digestOf(text) === note.contentDigest) ?? (await readContent())
    const updatedAt = new Date(note.updatedAt).toISOString()
    return {
      ...taken,
      id,
      linkId,
      content,
      color,
      isPrivate,
      ...(isShared && { shared: true as const }),
      updatedAt,
    }
  }

const noteIn = (schema: string): string =>
  `SELECT id, link_id, type, content, selected_text, color, is_private, position_start, position_end, anchor, created_at, updated_at
   FROM ${schema}.notes WHERE library_id = $1 AND id = $2`

const takenBy = ({ type, data }: NotebookEvent, id: number) => {
  if (type === 'NoteTaken') {
    const { noteType, content, selectedText, position, anchor, at } = data
    return { type: noteType, content, selectedText, position, anchor, createdAt: at }
  }
  const note = type === 'NotesImported' ? data.notes.find(({ noteId }) => noteId === id) : undefined
  if (note === undefined) throw new Error(`${type} did not take note ${id}`)
  const { noteType, content, selectedText, position = null, anchor = null, createdAt } = note
  return { type: noteType, content, selectedText, position, anchor, createdAt }
}

const revisedBy = ({ type, data }: NotebookEvent): string | undefined =>
  type === 'NoteRevised' ? data.changes.content : undefined
