import { type ClientIdsPart, freezeClientIds, thawClientIds } from '../client-ids.ts'
import type { SnapshotFormat } from '../decider.ts'
import { type ImportedBatch, type Notebook, type NoteState, putNote } from './state.ts'

/** Raise it with every change of evolve or of the parts below; snapshot.test.ts fails where that was forgotten. */
const SNAPSHOT_VERSION = 6

const ROWS_A_PART = 2_000

type NoteRow = [
  ...[noteId: number, linkId: number, isHighlight: 0 | 1, takenAt: number, selectedBytes: number],
  ...[contentAt: number, contentBytes: number, contentDigest: string, color: string, isPrivate: 0 | 1],
  ...[updatedAt: number, importId: string | null, changedAt: number, of: string | null, isShared: 0 | 1],
]
type Part =
  | { head: { nextNoteId: number; imports: [string, ImportedBatch][] } }
  | { notes: NoteRow[] }
  | { clientIds: ClientIdsPart }

export const notebookSnapshot: SnapshotFormat<Notebook> = {
  version: SNAPSHOT_VERSION,

  *freeze({ notes, nextNoteId, imports, ...notebook }): Generator<Part> {
    yield { head: { nextNoteId, imports: [...imports] } }
    for (const chunk of chunksOf(notes)) yield { notes: chunk.map(toRow) }
    for (const clientIds of freezeClientIds(notebook.clientIds)) yield { clientIds }
  },

  thaw: (notebook, part) => {
    const stored = part as Part
    if ('head' in stored) return { ...notebook, ...stored.head, imports: new Map(stored.head.imports) }
    if ('notes' in stored) {
      // Notes of one import, and of one library, share its id in memory.
      const shared = new Map(stored.notes.flatMap(row => [row[11], row[13]].map(id => [id, id])))
      for (const row of stored.notes) putNote(notebook, ...fromRow(row, shared))
    } else thawClientIds(notebook.clientIds, stored.clientIds)
    return notebook
  },
}

const toRow = ([noteId, note]: [number, NoteState]): NoteRow => {
  const { linkId, takenAt, selectedBytes, contentAt, contentBytes, contentDigest, color, updatedAt } = note
  const kind = note.isHighlight ? 1 : 0
  const content = [contentAt, contentBytes, contentDigest] as const
  const later = [color, note.isPrivate ? 1 : 0, updatedAt, note.importId, note.changedAt] as const
  const sharing = [note.of, note.isShared ? 1 : 0] as const
  return [noteId, linkId, kind, takenAt, selectedBytes, ...content, ...later, ...sharing]
}

const fromRow = (
  [noteId, linkId, kind, takenAt, selectedBytes, ...rest]: NoteRow,
  shared: ReadonlyMap<string | null, string | null>,
): [number, NoteState] => {
  const [contentAt, contentBytes, contentDigest, color, isPrivate, updatedAt, importId, ...last] = rest
  const [changedAt, of, isShared] = last
  const content = { contentAt, contentBytes, contentDigest }
  return [
    noteId,
    {
      linkId,
      of: shared.get(of) ?? null,
      isHighlight: kind === 1,
      takenAt,
      selectedBytes,
      ...content,
      color,
      isPrivate: isPrivate === 1,
      isShared: isShared === 1,
      updatedAt,
      importId: shared.get(importId) ?? null,
      changedAt,
    },
  ]
}

function* chunksOf<Key, Value>(rows: Map<Key, Value>): Generator<[Key, Value][]> {
  const all = [...rows]
  for (let first = 0; first < all.length; first += ROWS_A_PART) yield all.slice(first, first + ROWS_A_PART)
}
