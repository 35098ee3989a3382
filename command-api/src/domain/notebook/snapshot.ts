import type { SnapshotFormat } from '../decider.ts'
import { type ImportedBatch, type Notebook, type NoteState, putNote } from './state.ts'

/** Raise it with every change of evolve or of the parts below; snapshot.test.ts fails where that was forgotten. */
const SNAPSHOT_VERSION = 2

const ROWS_A_PART = 2_000

/** noteId, linkId, isHighlight, takenAt, selectedBytes, contentAt, contentBytes, contentDigest, color, isPrivate, updatedAt */
type NoteRow = [number, number, 0 | 1, number, number, number, number, string, string, 0 | 1, number]
type Part =
  | { head: { nextNoteId: number; imports: [string, ImportedBatch][] } }
  | { notes: NoteRow[] }
  | { clientIds: [string, number][] }

export const notebookSnapshot: SnapshotFormat<Notebook> = {
  version: SNAPSHOT_VERSION,

  *freeze({ notes, clientIds, nextNoteId, imports }): Generator<Part> {
    yield { head: { nextNoteId, imports: [...imports] } }
    for (const chunk of chunksOf(notes)) yield { notes: chunk.map(toRow) }
    for (const chunk of chunksOf(clientIds)) yield { clientIds: chunk }
  },

  thaw: (notebook, part) => {
    const stored = part as Part
    if ('head' in stored) return { ...notebook, ...stored.head, imports: new Map(stored.head.imports) }
    if ('notes' in stored) for (const row of stored.notes) putNote(notebook, ...fromRow(row))
    else for (const [clientId, noteId] of stored.clientIds) notebook.clientIds.set(clientId, noteId)
    return notebook
  },
}

const toRow = ([noteId, note]: [number, NoteState]): NoteRow => {
  const { linkId, takenAt, selectedBytes, contentAt, contentBytes, contentDigest, color, updatedAt } = note
  const kind = note.isHighlight ? 1 : 0
  const content = [contentAt, contentBytes, contentDigest] as const
  return [noteId, linkId, kind, takenAt, selectedBytes, ...content, color, note.isPrivate ? 1 : 0, updatedAt]
}

const fromRow = ([noteId, linkId, kind, takenAt, selectedBytes, ...rest]: NoteRow): [number, NoteState] => {
  const [contentAt, contentBytes, contentDigest, color, isPrivate, updatedAt] = rest
  const content = { contentAt, contentBytes, contentDigest }
  return [
    noteId,
    {
      linkId,
      isHighlight: kind === 1,
      takenAt,
      selectedBytes,
      ...content,
      color,
      isPrivate: isPrivate === 1,
      updatedAt,
    },
  ]
}

function* chunksOf<Key, Value>(rows: Map<Key, Value>): Generator<[Key, Value][]> {
  const all = [...rows]
  for (let first = 0; first < all.length; first += ROWS_A_PART) yield all.slice(first, first + ROWS_A_PART)
}
