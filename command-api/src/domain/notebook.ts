import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { NotebookEvent } from '@lectern/contracts/events/notebook.ts'
import { readNotebookEvent, unhandled } from '@lectern/contracts/events/read.ts'
import { type IdRanges, idsIn, toIdRanges } from '@lectern/contracts/id-ranges.ts'
import { NOTES_BYTES_MAX, NOTES_MAX } from '@lectern/contracts/limits.ts'
import { bytesOfIds, idOfClient, mayBeForgotten } from './client-ids.ts'
import type { Decider } from './decider.ts'
import { type ByMember, ofLibrary } from './notebook/by-member.ts'
import { type ImportNotes, importNotes } from './notebook/import-notes.ts'
import { exceeded, LIMIT_REJECTIONS } from './notebook/limits.ts'
import { type MoveNotes, moveNotes } from './notebook/move-notes.ts'
import { notebookSnapshot } from './notebook/snapshot.ts'
import {
  bytesOf,
  bytesOfNote,
  countOf,
  digestOf,
  evolve,
  initial,
  isOn,
  isRevised,
  type LinkOf,
  type Notebook,
  type NoteState,
} from './notebook/state.ts'

type Taken = Extract<NotebookEvent, { type: 'NoteTaken' }>['data']
type Changes = Extract<NotebookEvent, { type: 'NoteRevised' }>['data']['changes']

/** The link exists in the library, and the writer may do this there. */
export type TakeNote = Omit<Taken, 'noteId' | 'of' | 'at'> &
  ByMember & { readonly type: 'TakeNote'; readonly now: string }
/** basedOn is the updatedAt that the person saw. */
export type ReviseNote = ByMember & {
  readonly type: 'ReviseNote'
  readonly noteId: number
  readonly content?: string | undefined
  readonly color?: string | undefined
  readonly isPrivate?: boolean | undefined
  readonly isShared?: boolean | undefined
  readonly basedOn?: string | undefined
  readonly now: string
}
/** Every note of a link of the own library is shared, unless it is private. */
export type ShareNotes = { readonly type: 'ShareNotes'; readonly linkId: number; readonly now: string }
export type DeleteNote = { readonly type: 'DeleteNote'; readonly noteId: number; readonly now: string }
export type ClearHighlights = ByMember & {
  readonly type: 'ClearHighlights'
  readonly linkId: number
  readonly now: string
}
export type DeleteNotesOfLinks = {
  readonly type: 'DeleteNotesOfLinks'
  readonly links: IdRanges
  readonly now: string
}
/** The import was undone. `revisedNotes` are those of its notes that go although a person changed them. */
export type DeleteNotesOfImport = {
  readonly type: 'DeleteNotesOfImport'
  readonly importId: string
  readonly revisedNotes: IdRanges
  readonly now: string
}
export type NotebookCommand =
  | TakeNote
  | ReviseNote
  | ShareNotes
  | DeleteNote
  | ClearHighlights
  | DeleteNotesOfLinks
  | DeleteNotesOfImport
  | MoveNotes
  | ImportNotes

/**
 * A note that the client has given an id already is not taken again, nor one like another of the link where the id may be one that
 * the notebook has forgotten.
 */
const takeNote = (command: TakeNote, notebook: Notebook): NotebookEvent[] => {
  const { type: _, memberId, known: __, now, ...note } = command
  const { clientId, linkId } = note
  const link = { linkId, of: memberId ?? null }
  if (clientId !== null && idOfClient(notebook.clientIds, clientId) !== undefined) return []
  if (
    clientId !== null &&
    mayBeForgotten(notebook.clientIds, clientId, now) &&
    hasLike(notebook, link, note.content)
  )
    throw new Rejected('may-be-made', {}, 'This article has a note with this text already.')
  const ofLink = countOf(notebook, link) + 1
  const bytes = notebook.bytes + bytesOfNote(note)
  const reason = exceeded({ notes: notebook.notes.size + 1, ofLink, bytes })
  if (reason !== undefined) throw new Rejected(LIMIT_REJECTIONS[reason])
  const data = { noteId: notebook.nextNoteId, ...note, ...ofLibrary(command), at: now }
  return [{ type: 'NoteTaken', data }]
}

const hasLike = ({ notes }: Notebook, link: LinkOf, content: string): boolean => {
  const digest = digestOf(content)
  return [...notes.values()].some(note => isOn(note, link) && note.contentDigest === digest)
}

/** A note that is as wanted already is no conflict, so a revision may be repeated. */
const reviseNote = (command: ReviseNote, notebook: Notebook): NotebookEvent[] => {
  const { noteId, basedOn, now } = command
  const note = findNote(notebook, noteId)
  const changes = changesOf(command, note)
  if (Object.keys(changes).length === 0) return []
  if (basedOn !== undefined && Date.parse(basedOn) !== note.updatedAt) throw new Rejected('note-changed')
  const more = changes.content === undefined ? 0 : bytesOf(changes.content) - note.contentBytes
  if (more > 0 && notebook.bytes + more > NOTES_BYTES_MAX) throw new Rejected('too-much-note-text')
  const data = { noteId, changes, ...ofLibrary(command), before: note.contentAt, at: now }
  return [{ type: 'NoteRevised', data }]
}

/** A private note is nobody else's. */
const changesOf = (
  { content, color, isPrivate, isShared = isPrivate ? false : undefined }: ReviseNote,
  note: NoteState,
): Changes => ({
  ...(content !== undefined && digestOf(content) !== note.contentDigest && { content }),
  ...(color !== undefined && color !== note.color && { color }),
  ...(isPrivate !== undefined && isPrivate !== note.isPrivate && { isPrivate }),
  ...(isShared && note.isPrivate && { isPrivate: false }),
  ...(isShared !== undefined && isShared !== note.isShared && { isShared }),
})

const shareNotes = ({ linkId, now }: ShareNotes, notebook: Notebook): NotebookEvent[] =>
  [...notebook.notes].flatMap(([noteId, note]) => {
    if (!isOn(note, { linkId, of: null }) || note.isPrivate || note.isShared) return []
    const data = { noteId, changes: { isShared: true }, before: note.contentAt, at: now }
    return [{ type: 'NoteRevised' as const, data }]
  })

const deleteNote = ({ noteId, now }: DeleteNote, notebook: Notebook): NotebookEvent[] => {
  findNote(notebook, noteId)
  return [{ type: 'NoteDeleted', data: { noteId, at: now } }]
}

/** Notes and quotes of the link stay. */
const clearHighlights = (command: ClearHighlights, notebook: Notebook): NotebookEvent[] => {
  const { linkId, memberId = null, now } = command
  const link = { linkId, of: memberId }
  if (countOf(notebook, link) === 0) return []
  const highlights = [...notebook.notes].filter(([, note]) => isOn(note, link) && note.isHighlight)
  if (highlights.length === 0) return []
  const notes = toIdRanges(highlights.map(([noteId]) => noteId))
  return [{ type: 'HighlightsCleared', data: { linkId, notes, ...ofLibrary(command), at: now } }]
}

const deleteNotesOfLinks = ({ links, now }: DeleteNotesOfLinks, notebook: Notebook): NotebookEvent[] => {
  const named = new Set([...idsIn(links)].filter(linkId => countOf(notebook, { linkId, of: null }) > 0))
  if (named.size === 0) return []
  const notes = [...notebook.notes]
    .filter(([, { linkId, of }]) => of === null && named.has(linkId))
    .map(([noteId]) => noteId)
  const data = { links: toIdRanges(named), notes: toIdRanges(notes), at: now }
  return [{ type: 'NotesOfLinksDeleted', data }]
}

const deleteNotesOfImport = (
  { importId, revisedNotes, now }: DeleteNotesOfImport,
  notebook: Notebook,
): NotebookEvent[] => {
  const revised = new Set(idsIn(revisedNotes))
  const notes = [...notebook.notes].filter(
    ([noteId, note]) => note.importId === importId && (!isRevised(note) || revised.has(noteId)),
  )
  if (notes.length === 0) return []
  const data = { importId, notes: toIdRanges(notes.map(([noteId]) => noteId)), at: now }
  return [{ type: 'ImportedNotesDeleted', data }]
}

/** @throws Rejected note-not-found */
export const findNote = (notebook: Notebook, noteId: number): NoteState => {
  const note = notebook.notes.get(noteId)
  if (note === undefined) throw new Rejected('note-not-found')
  return note
}

/** The note that a client gave this id. @throws Rejected note-not-found */
export const findClientNote = ({ clientIds }: Notebook, clientId: string | null): number => {
  const noteId = clientId === null ? undefined : idOfClient(clientIds, clientId)
  if (noteId === undefined) throw new Rejected('note-not-found')
  return noteId
}

/** Above twice its limits a notebook only takes what makes it smaller, and imports, which account for what had no room. */
const isOvergrown = ({ notes, bytes }: Notebook): boolean =>
  notes.size > 2 * NOTES_MAX || bytes > 2 * NOTES_BYTES_MAX

const decide = (command: NotebookCommand, notebook: Notebook): NotebookEvent[] => {
  if (isOvergrown(notebook) && (command.type === 'TakeNote' || command.type === 'ReviseNote'))
    throw new Rejected('overgrown')
  switch (command.type) {
    case 'TakeNote':
      return takeNote(command, notebook)
    case 'ReviseNote':
      return reviseNote(command, notebook)
    case 'ShareNotes':
      return shareNotes(command, notebook)
    case 'DeleteNote':
      return deleteNote(command, notebook)
    case 'ClearHighlights':
      return clearHighlights(command, notebook)
    case 'DeleteNotesOfLinks':
      return deleteNotesOfLinks(command, notebook)
    case 'DeleteNotesOfImport':
      return deleteNotesOfImport(command, notebook)
    case 'MoveNotes':
      return moveNotes(command, notebook)
    case 'ImportNotes':
      return importNotes(command, notebook)
    default:
      return unhandled(command)
  }
}

const BYTES_A_NOTE = 300
/** Measured: folding an imported note takes as long as a kilobyte of text, and ten of them as long as a note alone. */
const NOTE_AS_TEXT = 1_000
const TEXT_AN_EVENT = 10_000

const effortOf = ({ type, data }: NotebookEvent): number => {
  if (type === 'NoteTaken') return 1 + bytesOfNote(data) / TEXT_AN_EVENT
  if (type === 'NoteRevised') return 1 + bytesOf(data.changes.content ?? null) / TEXT_AN_EVENT
  if (type !== 'NotesImported') return 1
  return data.notes.reduce((effort, note) => effort + (NOTE_AS_TEXT + bytesOfNote(note)) / TEXT_AN_EVENT, 1)
}

/** A notebook has the notes of one library: it bounds their number and text, and takes each once. */
export const notebook: Decider<Notebook, NotebookEvent, NotebookCommand> = {
  initial,
  read: readNotebookEvent,
  evolve,
  decide,
  effort: effortOf,
  weight: ({ notes, clientIds }) => 1_000 + notes.size * BYTES_A_NOTE + bytesOfIds(clientIds),
  snapshot: notebookSnapshot,
}
