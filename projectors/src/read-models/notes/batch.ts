import type { NotebookEvent } from '@lectern/contracts/events/notebook.ts'
import { unhandled } from '@lectern/contracts/events/read.ts'
import { fold } from '@lectern/contracts/fold.ts'
import { type IdRanges, idsIn } from '@lectern/contracts/id-ranges.ts'
import type { NotesTable } from '@lectern/contracts/read-model/tables.ts'

type Dates = 'created_at' | 'updated_at'
/** A row in JSON, without its folded texts. */
type NewNote = Omit<NotesTable, Dates | 'texts'> & Record<Dates, string>
type Place = Pick<NotesTable, 'library_id' | 'id' | 'revision' | 'link_id' | 'member_id'>
/** A null member_id counts only where link_id is there. */
type Patch = Pick<NotesTable, 'library_id' | 'id' | 'revision'> &
  Partial<Pick<NotesTable, 'content' | 'color' | 'is_private' | 'is_shared' | 'link_id' | 'member_id'>> & {
    updated_at?: string
  }
type Range = { library_id: string; first: number; last: number; revision: number; at: string }

/** Sums up the events about notes in a batch, so that each row is written once. */
export class NotesBatch {
  private readonly taken = new Map<string, NewNote>()
  private readonly revised = new Map<string, Patch>()
  readonly deleted: Range[] = []
  /** When notes that are new in the batch changed, also where they are gone at its end. */
  readonly noted = new Map<string, { library_id: string; link_id: number; at: string }>()

  /** @param revision of the event in its stream */
  add(library_id: string, { type, data }: NotebookEvent, revision: number): void {
    switch (type) {
      case 'NoteTaken': {
        const { isPrivate: is_private, isShared: is_shared = false, position, anchor, at, ...note } = data
        const { ranges = null, of } = data
        const sharing = { member_id: of?.memberId ?? null, is_shared }
        const place = { position_start: position?.start ?? null, position_end: position?.end ?? null, anchor }
        const dates = { created_at: at, updated_at: at }
        this.take(
          { library_id, ...rowOf(note), is_private, ...sharing, ...place, ranges, ...dates, revision },
          at,
        )
        break
      }
      case 'NotesImported':
        for (const {
          createdAt: at,
          updatedAt,
          isPrivate: is_private = false,
          position,
          ...note
        } of data.notes) {
          const { anchor = null } = note
          const place = {
            position_start: position?.start ?? null,
            position_end: position?.end ?? null,
            anchor,
          }
          const dates = { created_at: at, updated_at: updatedAt ?? at }
          this.take(
            {
              library_id,
              ...rowOf(note),
              is_private,
              member_id: null,
              is_shared: data.isLeft ?? false,
              ...place,
              ranges: null,
              ...dates,
              revision,
            },
            data.at,
          )
        }
        break
      case 'NoteRevised': {
        const { content, color, isPrivate, isShared } = data.changes
        this.revise({
          ...{ library_id, id: data.noteId, updated_at: data.at, revision },
          ...(content !== undefined && { content }),
          ...(color !== undefined && { color }),
          ...(isPrivate !== undefined && { is_private: isPrivate }),
          ...(isShared !== undefined && { is_shared: isShared }),
        })
        break
      }
      case 'NoteDeleted':
        this.delete(library_id, [data.noteId], revision, data.at)
        break
      case 'HighlightsCleared':
      case 'NotesOfLinksDeleted':
      case 'ImportedNotesDeleted':
        this.delete(library_id, data.notes, revision, data.at)
        break
      case 'NotesMoved':
        for (const [id, link_id] of data.notes)
          this.move({ library_id, id, link_id, member_id: data.of?.memberId ?? null, revision })
        break
      default:
        unhandled(type)
    }
  }

  private take(note: NewNote, at: string): void {
    const key = keyOf(note.library_id, note.id)
    // Postgres refuses the second row only where the two events are in different batches.
    if (this.taken.has(key)) throw new TypeError(`Note ${key} was taken twice`)
    this.taken.set(key, note)
    this.noteLink(note, at)
  }

  private revise(patch: Patch & { updated_at: string }): void {
    const key = keyOf(patch.library_id, patch.id)
    const taken = this.taken.get(key)
    if (taken) this.noteLink(Object.assign(taken, patch), patch.updated_at)
    else this.revised.set(key, { ...this.revised.get(key), ...patch })
  }

  private move(place: Place): void {
    const key = keyOf(place.library_id, place.id)
    const taken = this.taken.get(key)
    if (taken) Object.assign(taken, place)
    else this.revised.set(key, { ...this.revised.get(key), ...place })
  }

  private delete(library_id: string, notes: IdRanges, revision: number, at: string): void {
    for (const range of notes) {
      const [first, last] = typeof range === 'number' ? [range, range] : range
      this.deleted.push({ library_id, first, last, revision, at })
    }
    for (const id of idsIn(notes)) {
      const key = keyOf(library_id, id)
      const taken = this.taken.get(key)
      if (taken) this.noteLink(taken, at)
      this.taken.delete(key)
      this.revised.delete(key)
    }
  }

  private noteLink({ library_id, link_id, member_id }: NewNote, at: string): void {
    // The link is of another library.
    if (member_id !== null) return
    const key = keyOf(library_id, link_id)
    const known = this.noted.get(key)
    if (!known || known.at < at) this.noted.set(key, { library_id, link_id, at })
  }

  /** Notes taken, and changes of others. */
  rows() {
    const taken = [...this.taken.values()].map(note => ({ ...note, texts: textsOf(note) }))
    const revised = [...this.revised.values()].map(patch => ({
      ...patch,
      ...(patch.content !== undefined && { texts: fold(patch.content) }),
    }))
    return { taken, revised }
  }
}

type Texts = Pick<NotesTable, 'content' | 'selected_text'>

const textsOf = ({ content, selected_text }: Texts): string =>
  [content, selected_text ?? ''].map(fold).join('\n')

const rowOf = ({
  noteId: id,
  linkId: link_id,
  noteType: type,
  selectedText: selected_text,
  content,
  color,
}: Pick<
  Extract<NotebookEvent, { type: 'NoteTaken' }>['data'],
  'noteId' | 'linkId' | 'noteType' | 'selectedText' | 'content' | 'color'
>) => ({ id, link_id, type, content, selected_text, color })

const keyOf = (libraryId: string, id: number) => `${libraryId}/${id}`
