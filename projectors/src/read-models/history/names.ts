import type { NotebookEvent } from '@lectern/contracts/events/notebook.ts'
import { unhandled } from '@lectern/contracts/events/read.ts'
import { type IdRanges, idsIn } from '@lectern/contracts/id-ranges.ts'
import { noteTextOf } from '@lectern/contracts/read-model/acts.ts'
import type { HistoryNamesTable } from '@lectern/contracts/read-model/tables.ts'
import { json, type Tx } from '../transaction.ts'

/** A row in JSON, with only what is new. */
export type Name = Pick<HistoryNamesTable, 'library_id' | 'kind' | 'id'> & Partial<HistoryNamesTable>
type Gone = { readonly library_id: string; readonly first: number; readonly last: number }

/** Sums up what the events of a batch say of notes. */
export class NamesBatch {
  readonly names = new Map<string, Name>()
  /** Ids that went. They do not touch the names above. */
  readonly gone: Gone[] = []

  add(libraryId: string, { type, data }: NotebookEvent): void {
    switch (type) {
      case 'NoteTaken':
      case 'NotesImported':
        for (const note of type === 'NoteTaken' ? [data] : data.notes)
          this.put(libraryId, note.noteId, {
            title: noteTextOf(note.content),
            // That of another library has its id by chance.
            link_id: 'of' in note ? null : note.linkId,
            note_type: note.noteType,
          })
        break
      case 'NoteRevised':
        if (data.changes.content !== undefined)
          this.put(libraryId, data.noteId, { title: noteTextOf(data.changes.content) })
        break
      // Acts name the link that a note was taken on.
      case 'NotesMoved':
        break
      case 'NoteDeleted':
        this.remove(libraryId, [data.noteId])
        break
      case 'HighlightsCleared':
      case 'NotesOfLinksDeleted':
      case 'ImportedNotesDeleted':
        this.remove(libraryId, data.notes)
        break
      default:
        unhandled(type)
    }
  }

  /** The link of a note that is new in this batch. */
  linkOfNote(libraryId: string, noteId: number): number | null | undefined {
    return this.names.get(keyOf(libraryId, noteId))?.link_id
  }

  /** What is new is there, also where it was gone before. */
  private put(library_id: string, id: number, name: Partial<Name>): void {
    const key = keyOf(library_id, id)
    const row = { library_id, kind: 'n' as const, id, is_guess: false, is_gone: false }
    this.names.set(key, { ...this.names.get(key), ...row, ...name })
  }

  private remove(library_id: string, ids: IdRanges): void {
    for (const range of ids) {
      const [first, last] = typeof range === 'number' ? [range, range] : range
      this.gone.push({ library_id, first, last })
    }
    for (const id of idsIn(ids)) {
      const name = this.names.get(keyOf(library_id, id))
      if (name) name.is_gone = true
    }
  }
}

const keyOf = (libraryId: string, noteId: number) => `${libraryId}/${noteId}`

export const writeNames = async (tx: Tx, batch: NamesBatch): Promise<void> => {
  const [names, gone] = [json(batch.names.values()), json(batch.gone)]
  if (batch.names.size > 0)
    await tx`
    MERGE INTO history_names AS name USING json_populate_recordset(NULL::history_names, ${names}::json) AS named
      ON name.library_id = named.library_id AND name.kind = named.kind AND name.id = named.id
    WHEN MATCHED THEN UPDATE SET title = coalesce(named.title, name.title), is_gone = named.is_gone
    WHEN NOT MATCHED AND named.link_id IS NOT NULL THEN INSERT VALUES (named.*)`
  // Ranges are expanded to ids, since Postgres misjudges how many rows a range holds.
  if (batch.gone.length > 0)
    await tx`
    UPDATE history_names AS name SET is_gone = true
    FROM (
      SELECT library_id, generate_series(first, last) AS id
      FROM json_to_recordset(${gone}::json) AS r(library_id uuid, first integer, last integer)) AS gone
    WHERE name.library_id = gone.library_id AND name.kind = 'n' AND name.id = gone.id AND NOT name.is_gone
      AND NOT EXISTS (SELECT FROM json_to_recordset(${names}::json) AS named(library_id uuid, id integer)
        WHERE named.library_id = name.library_id AND named.id = name.id)`
}
