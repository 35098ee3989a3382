import { hash } from 'node:crypto'
import type { NoteType } from '@lectern/contracts/api/notes.ts'
import type { NotebookEvent } from '@lectern/contracts/events/notebook.ts'
import { unhandled } from '@lectern/contracts/events/read.ts'
import { idsIn } from '@lectern/contracts/id-ranges.ts'
import { type ClientIds, noClientIds, rememberClientId } from '../client-ids.ts'

/** A link: one of the notebook's own library, or of another, where `of` is the id that the notebook's owner has there. */
export type LinkOf = { readonly linkId: number; readonly of: string | null }

export type NoteState = LinkOf & {
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
  /** Others who share the link see it. */
  isShared: boolean
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
  readonly countOfLink: Map<number | string, number>
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
      const { noteId, clientId, at, of, isShared = false, ...note } = event.data
      const taken = { ...note, of: of?.memberId ?? null, isShared, importId: null }
      putNote(notebook, noteId, newNote(taken, at, revision))
      if (clientId !== null) rememberClientId(notebook.clientIds, clientId, noteId, at)
      break
    }
    case 'NoteRevised': {
      const { noteId, changes, at } = event.data
      const note = notebook.notes.get(noteId)
      if (note === undefined) break
      const { content, color = note.color, isPrivate = note.isPrivate, isShared = note.isShared } = changes
      Object.assign(note, { color, isPrivate, isShared, updatedAt: Date.parse(at), changedAt: revision })
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
    case 'NotesMoved': {
      const { notes, of } = event.data
      for (const [noteId, linkId] of notes) {
        const note = notebook.notes.get(noteId)
        if (note === undefined) continue
        takeOut(notebook, noteId)
        putNote(notebook, noteId, { ...note, linkId, of: of?.memberId ?? null })
      }
      break
    }
    case 'NotesImported': {
      const { importId, firstRow, batch, notes, isLeft: isShared = false } = event.data
      for (const { noteId, createdAt, updatedAt = createdAt, isPrivate = false, ...note } of notes) {
        const imported = { ...note, of: null, isShared, isPrivate, importId }
        putNote(notebook, noteId, newNote(imported, updatedAt, revision))
      }
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

type Taken = Pick<NoteState, 'linkId' | 'of' | 'color' | 'isPrivate' | 'isShared' | 'importId'> & {
  readonly noteType: NoteType
  readonly content: string
  readonly selectedText: string | null
}

const newNote = (note: Taken, at: string, revision: number): NoteState => ({
  linkId: note.linkId,
  of: note.of,
  isHighlight: note.noteType === 'highlight',
  takenAt: revision,
  selectedBytes: bytesOf(note.selectedText),
  ...contentOf(note.content, revision),
  color: note.color,
  isPrivate: note.isPrivate,
  isShared: note.isShared,
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
  notebook.countOfLink.set(keyOf(note), countOf(notebook, note) + 1)
  notebook.bytes += note.selectedBytes + note.contentBytes
  notebook.nextNoteId = Math.max(notebook.nextNoteId, noteId + 1)
}

const takeOut = (notebook: Notebook, noteId: number): void => {
  const note = notebook.notes.get(noteId)
  if (note === undefined) return
  notebook.notes.delete(noteId)
  const left = countOf(notebook, note) - 1
  if (left === 0) notebook.countOfLink.delete(keyOf(note))
  else notebook.countOfLink.set(keyOf(note), left)
  notebook.bytes -= note.selectedBytes + note.contentBytes
}

const keyOf = ({ linkId, of }: LinkOf): number | string => (of === null ? linkId : `${of}/${linkId}`)

/** How many notes the link has. */
export const countOf = ({ countOfLink }: Notebook, link: LinkOf): number => countOfLink.get(keyOf(link)) ?? 0

export const isOn = (note: LinkOf, { linkId, of }: LinkOf): boolean =>
  note.linkId === linkId && note.of === of

/** A person changed the note since it was taken. */
export const isRevised = ({ takenAt, changedAt }: NoteState): boolean => changedAt !== takenAt
