import type { Note } from '@lectern/contracts/api/notes.ts'
import { type NotebookEvent, notebookStream } from '@lectern/contracts/events/notebook.ts'
import { readNotebookEvent } from '@lectern/contracts/events/read.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Aggregates } from './aggregates.ts'
import { findNote } from './domain/notebook.ts'
import { eventAt } from './event-at.ts'

/** Reads a note as it is. Its texts come from the events at the revisions that the state names. */
export const savedNotes =
  (store: EventStore, notebooks: Aggregates['notebooks']) =>
  /** @throws Rejected note-not-found */
  async (libraryId: string, id: number): Promise<Note> => {
    const read = async (revision: number): Promise<NotebookEvent> =>
      readNotebookEvent(await eventAt(store, notebookStream(libraryId), revision))
    const state = await notebooks.read(libraryId, notebook => ({ ...findNote(notebook, id) }))
    const { linkId, color, isPrivate, takenAt, contentAt } = state
    const taken = takenBy(await read(takenAt), id)
    const content = contentAt === takenAt ? taken.content : revisedBy(await read(contentAt))
    const updatedAt = new Date(state.updatedAt).toISOString()
    return { ...taken, id, linkId, content, color, isPrivate, updatedAt }
  }

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

const revisedBy = ({ type, data }: NotebookEvent): string => {
  if (type !== 'NoteRevised' || data.changes.content === undefined)
    throw new Error(`${type} revised no content`)
  return data.changes.content
}
