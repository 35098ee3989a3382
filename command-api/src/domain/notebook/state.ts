import { hash } from 'node:crypto'
import type { NoteType } from '@lectern/contracts/api/notes.ts'
import type { NotebookEvent } from '@lectern/contracts/events/notebook.ts'
import { unhandled } from '@lectern/contracts/events/read.ts'
import { idsIn } from '@lectern/contracts/id-ranges.ts'
import { type ClientIds, noClientIds, rememberClientId } from '../client-ids.ts'

export type NoteState = {
  readonly linkId: number
  readonly isHighlight: boolean
  /** Revision of its NoteTaken or NotesImported. */
  readonly takenAt: number
  /** Bytes of the selected text. */
  readonly selectedBytes: number
  /** Revision of the event with its present content. */
  contentAt: number
  contentBytes: number
  contentDigest: string
  color: string
  isPrivate: boolean
  /** Milliseconds since 1970. */
  updatedAt: number
  /** The import that it came with. */
  readonly importId: string | null
  /** Revision of the last event that changed it. */
  changedAt: number
}

/** A batch of an import, and the first row of the chunk that it belongs to. */
export type ImportedBatch = { readonly firstRow: number; readonly batch: number }

/** The state that decisions about a library's notes need. 50,000 notes take about 15 MB. */
export type Notebook = {
  readonly notes: Map<number, NoteState>
  /** How many notes a link has. */
  readonly countOfLink: Map<number, number>
  /** Bytes of UTF-8 of all texts. */
  bytes: number
  nextNoteId: number
  /** Imported notes have none. */
  readonly clientIds: ClientIds
  /** The last recorded batch of each of the latest imports. */
  readonly imports: Map<string, ImportedBatch>
}

/** A library imports one file at a time, so older imports have ended. Links that are brought back with notes count like one. */
const IMPORTS_KEPT = 200

export const initial = (): Notebook => ({
  notes: new Map(),
  countOfLink: new Map(),
  bytes: 0,
  nextNoteId: 1,
  clientIds: noClientIds(),
  imports: new Map(),
})

export const bytesOf = (text: string | null): number => (text === null ? 0 : Buffer.byteLength(text))
export const bytesOfNote = (note: { readonly content: string; readonly selectedText: string | null }) =>
  bytesOf(note.content) + bytesOf(note.selectedText)
export const digestOf = (content: string): string => hash('sha256', content, 'base64url')

/** Changes the given notebook. Raise SNAPSHOT_VERSION in snapshot.ts with any change of meaning. */
export const evolve = (notebook: Notebook, event: NotebookEvent, revision: number): Notebook => {
  switch (event.type) {
    case 'NoteTaken': {
      const { noteId, clientId, at, ...note } = event.data
      putNote(notebook, noteId, newNote({ ...note, importId: null }, at, revision))
      if (clientId !== null) rememberClientId(notebook.clientIds, clientId, noteId, at)
      break
    }
    case 'NoteRevised': {
      const { noteId, changes, at } = event.data
      const note = notebook.notes.get(noteId)
      if (note === undefined) break
      const { content, color = note.color, isPrivate = note.isPrivate } = changes
      Object.assign(note, { color, isPrivate, updatedAt: Date.parse(at), changedAt: revision })
      if (content === undefined) break
      notebook.bytes += bytesOf(content) - note.contentBytes
      Object.assign(note, contentOf(content, revision))
      break
    }
    case 'NoteDeleted':
      takeOut(notebook, event.data.noteId)
      break
    case 'HighlightsCleared':
    case 'NotesOfLinksDeleted':
    case 'ImportedNotesDeleted':
      for (const noteId of idsIn(event.data.notes)) takeOut(notebook, noteId)
      break
    case 'NotesImported': {
      const { importId, firstRow, batch, notes } = event.data
      for (const { noteId, createdAt, updatedAt = createdAt, isPrivate = false, ...note } of notes)
        putNote(notebook, noteId, newNote({ ...note, isPrivate, importId }, updatedAt, revision))
      notebook.imports.delete(importId)
      notebook.imports.set(importId, { firstRow, batch })
      for (const oldest of [...notebook.imports.keys()].slice(0, -IMPORTS_KEPT))
        notebook.imports.delete(oldest)
      break
    }
    default:
      return unhandled(event)
  }
  return notebook
}

type Taken = Pick<NoteState, 'linkId' | 'color' | 'isPrivate' | 'importId'> & {
  readonly noteType: NoteType
  readonly content: string
  readonly selectedText: string | null
}

const newNote = (note: Taken, at: string, revision: number): NoteState => ({
  linkId: note.linkId,
  isHighlight: note.noteType === 'highlight',
  takenAt: revision,
  selectedBytes: bytesOf(note.selectedText),
  ...contentOf(note.content, revision),
  color: note.color,
  isPrivate: note.isPrivate,
  updatedAt: Date.parse(at),
  importId: note.importId,
  changedAt: revision,
})

const contentOf = (content: string, revision: number) => ({
  contentAt: revision,
  contentBytes: bytesOf(content),
  contentDigest: digestOf(content),
})

export const putNote = (notebook: Notebook, noteId: number, note: NoteState): void => {
  notebook.notes.set(noteId, note)
  notebook.countOfLink.set(note.linkId, countOf(notebook, note.linkId) + 1)
  notebook.bytes += note.selectedBytes + note.contentBytes
  notebook.nextNoteId = Math.max(notebook.nextNoteId, noteId + 1)
}

const takeOut = (notebook: Notebook, noteId: number): void => {
  const note = notebook.notes.get(noteId)
  if (note === undefined) return
  notebook.notes.delete(noteId)
  const left = countOf(notebook, note.linkId) - 1
  if (left === 0) notebook.countOfLink.delete(note.linkId)
  else notebook.countOfLink.set(note.linkId, left)
  notebook.bytes -= note.selectedBytes + note.contentBytes
}

export const countOf = ({ countOfLink }: Notebook, linkId: number): number => countOfLink.get(linkId) ?? 0

/** A person changed the note since it was taken. */
export const isRevised = ({ takenAt, changedAt }: NoteState): boolean => changedAt !== takenAt
