import { effectsOf } from '@lectern/contracts/events/effects.ts'
import type { LinkTexts } from '@lectern/contracts/events/library.ts'
import type { NotebookEvent } from '@lectern/contracts/events/notebook.ts'
import { type StreamEvent, unhandled } from '@lectern/contracts/events/read.ts'
import { fold } from '@lectern/contracts/fold.ts'
import { type IdRanges, idsIn } from '@lectern/contracts/id-ranges.ts'
import { noteTextOf } from '@lectern/contracts/read-model/acts.ts'
import type { HistoryNamesTable } from '@lectern/contracts/read-model/tables.ts'
import { json, type Tx } from '../transaction.ts'

type Kind = HistoryNamesTable['kind']
/** A row in JSON, with only what is new. */
export type Name = Pick<HistoryNamesTable, 'library_id' | 'kind' | 'id'> & Partial<HistoryNamesTable>
type Gone = {
  readonly library_id: string
  readonly kind: Kind
  readonly first: number
  readonly last: number
}

/** Sums up what the events of a batch say of names. */
export class NamesBatch {
  readonly names = new Map<string, Name>()
  /** Ids that went. They do not touch the names above. */
  readonly gone: Gone[] = []

  add(read: Extract<StreamEvent, { kind: 'library' | 'notebook' }>): void {
    if (read.kind === 'notebook') {
      this.addNotes(read.id, read.event)
      return
    }
    const { id: libraryId, event } = read
    const link = (id: number, texts: LinkTexts | undefined) => {
      if (!texts) return
      const { title, url } = texts
      this.put(libraryId, 'l', id, { title, url, texts: `${fold(title)}\n${fold(url)}` })
    }
    for (const effect of effectsOf(event)) {
      const { kind } = effect
      if (kind === 'links-added') for (const { linkId, texts } of effect.links) link(linkId, texts)
      else if (kind === 'links-changed') for (const id of idsIn(effect.links)) link(id, effect.to.texts)
      else if (kind === 'links-restored') for (const id of idsIn(effect.links)) link(id, effect.values.texts)
      else if (kind === 'links-removed') this.remove(libraryId, 'l', effect.links)
      else if (kind === 'collections-removed') this.remove(libraryId, 'c', effect.collections)
      else if (effect.is.name !== undefined)
        this.put(libraryId, 'c', effect.collectionId, { title: effect.is.name, texts: fold(effect.is.name) })
    }
  }

  private addNotes(libraryId: string, { type, data }: NotebookEvent): void {
    switch (type) {
      case 'NoteTaken':
      case 'NotesImported':
        for (const { noteId, linkId, noteType, content } of type === 'NoteTaken' ? [data] : data.notes)
          this.put(libraryId, 'n', noteId, {
            title: noteTextOf(content),
            link_id: linkId,
            note_type: noteType,
          })
        break
      case 'NoteRevised':
        if (data.changes.content !== undefined)
          this.put(libraryId, 'n', data.noteId, { title: noteTextOf(data.changes.content) })
        break
      case 'NoteDeleted':
        this.remove(libraryId, 'n', [data.noteId])
        break
      case 'HighlightsCleared':
      case 'NotesOfLinksDeleted':
      case 'ImportedNotesDeleted':
        this.remove(libraryId, 'n', data.notes)
        break
      default:
        unhandled(type)
    }
  }

  /** The link of a note that is new in this batch. */
  linkOfNote(libraryId: string, noteId: number): number | null | undefined {
    return this.names.get(keyOf(libraryId, 'n', noteId))?.link_id
  }

  /** What is new is there, also where it was gone before. */
  private put(library_id: string, kind: Kind, id: number, name: Partial<Name>): void {
    const key = keyOf(library_id, kind, id)
    this.names.set(key, { ...this.names.get(key), library_id, kind, id, ...name, is_gone: false })
  }

  private remove(library_id: string, kind: Kind, ids: IdRanges): void {
    for (const range of ids) {
      const [first, last] = typeof range === 'number' ? [range, range] : range
      this.gone.push({ library_id, kind, first, last })
    }
    for (const id of idsIn(ids)) {
      const name = this.names.get(keyOf(library_id, kind, id))
      if (name) name.is_gone = true
    }
  }
}

const keyOf = (libraryId: string, kind: Kind, id: number) => `${libraryId}/${kind}${id}`

export const writeNames = async (tx: Tx, batch: NamesBatch): Promise<void> => {
  const [names, gone] = [json(batch.names.values()), json(batch.gone)]
  if (batch.names.size > 0)
    await tx`
    MERGE INTO history_names AS name USING json_populate_recordset(NULL::history_names, ${names}::json) AS named
      ON name.library_id = named.library_id AND name.kind = named.kind AND name.id = named.id
    WHEN MATCHED THEN UPDATE SET
      title = coalesce(named.title, name.title),
      url = coalesce(named.url, name.url),
      texts = coalesce(named.texts, name.texts),
      is_gone = named.is_gone
    WHEN NOT MATCHED AND (named.texts IS NOT NULL OR named.link_id IS NOT NULL) THEN INSERT VALUES (named.*)`
  // Ranges are expanded to ids, since Postgres misjudges how many rows a range holds.
  if (batch.gone.length > 0)
    await tx`
    UPDATE history_names AS name SET is_gone = true
    FROM (
      SELECT library_id, kind, generate_series(first, last) AS id
      FROM json_to_recordset(${gone}::json) AS r(library_id uuid, kind text, first integer, last integer)) AS gone
    WHERE name.library_id = gone.library_id AND name.kind = gone.kind AND name.id = gone.id AND NOT name.is_gone
      AND NOT EXISTS (SELECT FROM json_to_recordset(${names}::json) AS named(library_id uuid, kind text, id integer)
        WHERE named.library_id = name.library_id AND named.kind = name.kind AND named.id = name.id)`
}
