import { type NotebookEvent, notebookStream } from '@lectern/contracts/events/notebook.ts'
import { readNotebookEvent, unhandled } from '@lectern/contracts/events/read.ts'
import { idsIn } from '@lectern/contracts/id-ranges.ts'
import { NOTES_BATCH_BYTES } from '@lectern/contracts/jobs.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { issuedBySystem } from '../aggregate/issued.ts'
import type { Aggregates } from '../aggregates.ts'
import type { ImportNotes } from '../domain/notebook/import-notes.ts'
import { deleteNotesOfGone } from '../unwanted-notes.ts'
import type { Step } from './step-after.ts'

type Parts = Pick<Aggregates, 'libraries' | 'notebooks'> & { readonly store: EventStore }
type BringNotes = Omit<Extract<Step, { kind: 'bring-notes' }>, 'kind'>
type Note = ImportNotes['notes'][number]

/**
 * Gives links that were brought back the notes that they had, with their dates and places, as an import of our own export does. They
 * are read from the notebook's events: ids of links are never given twice, so these say the same at any time. A repeated batch is
 * recognised by its number, which the notebook forgets and its events keep: after a restore, policies begin with the first event.
 */
export const bringNotes = async (
  { libraries, notebooks, store }: Parts,
  { about: libraryId, eventId, linkOf }: BringNotes,
): Promise<void> => {
  const { notes, given } = await notesOf(store, libraryId, { eventId, linkOf })
  const now = new Date().toISOString()
  for (const [batch, some] of batchesOf(notes).entries()) {
    if (given.has(batch)) continue
    const place = { importId: eventId, firstRow: 1, batch, isReturn: true } as const
    const command = { type: 'ImportNotes', ...place, notes: some, now } as const
    await notebooks.handle(libraryId, command, issuedBySystem(`${eventId}/bring-notes/${batch}`))
  }
  // They may be deleted again, after the policy for that.
  if (notes.length > 0) await deleteNotesOfGone({ libraries, notebooks }, libraryId, [...linkOf.values()])
}

/** The notes that deleted links had, on the links that they became, and the batches of them that were given before. */
const notesOf = async (
  store: EventStore,
  libraryId: string,
  { eventId, linkOf }: Pick<BringNotes, 'eventId' | 'linkOf'>,
): Promise<{ notes: Note[]; given: ReadonlySet<number> }> => {
  const notes = new Map<number, Note>()
  const given = new Set<number>()
  const put = (noteId: number, { linkId: from, ...note }: Omit<Note, 'row' | 'isGone'>) => {
    const linkId = linkOf.get(from)
    if (linkId !== undefined) notes.set(noteId, { row: noteId, linkId, isGone: false, ...note })
  }
  const elsewhere = new Map<number, Taken>()
  for await (const recorded of store.readStream(notebookStream(libraryId))) {
    const event = readNotebookEvent(recorded)
    if (event.type === 'NotesImported' && event.data.importId === eventId) given.add(event.data.batch)
    follow(event, { notes, elsewhere, put })
  }
  return { notes: [...notes.values()], given }
}

type Taken = Omit<Note, 'row' | 'isGone'>
type Notes = {
  readonly notes: Map<number, Note>
  /** Those on links of other libraries, which may be handed over. */
  readonly elsewhere: Map<number, Taken>
  readonly put: (noteId: number, note: Taken) => void
}

const follow = ({ type, data }: NotebookEvent, { notes, elsewhere, put }: Notes): void => {
  switch (type) {
    case 'NoteTaken': {
      const {
        noteId,
        clientId: _,
        ranges: __,
        of,
        isShared: ___,
        position,
        anchor,
        at: createdAt,
        ...note
      } = data
      const taken = { ...note, createdAt, ...(position && { position }), ...(anchor && { anchor }) }
      if (of === undefined) put(noteId, taken)
      else elsewhere.set(noteId, taken)
      break
    }
    case 'NotesImported':
      for (const { noteId, ...note } of data.notes) put(noteId, note)
      break
    case 'NoteRevised': {
      const { content, color, isPrivate } = data.changes
      const changes = {
        updatedAt: data.at,
        ...(content !== undefined && { content }),
        ...(color !== undefined && { color }),
        ...(isPrivate !== undefined && { isPrivate }),
      }
      for (const some of [notes, elsewhere]) Object.assign(some.get(data.noteId) ?? {}, changes)
      break
    }
    case 'NoteDeleted':
      for (const some of [notes, elsewhere]) some.delete(data.noteId)
      break
    case 'HighlightsCleared':
    case 'ImportedNotesDeleted':
      for (const noteId of idsIn(data.notes)) for (const some of [notes, elsewhere]) some.delete(noteId)
      break
    case 'NotesMoved':
      for (const [noteId, linkId] of data.notes) {
        const note = notes.get(noteId) ?? elsewhere.get(noteId)
        for (const some of [notes, elsewhere]) some.delete(noteId)
        if (note && data.of) elsewhere.set(noteId, { ...note, linkId })
        else if (note) put(noteId, { ...note, linkId })
      }
      break
    // They went with their links.
    case 'NotesOfLinksDeleted':
      break
    default:
      unhandled(type)
  }
}

const batchesOf = (notes: readonly Note[]): Note[][] => {
  const batches: Note[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const note of notes) {
    const size = Buffer.byteLength(JSON.stringify(note))
    bytes += size
    if (bytes > NOTES_BATCH_BYTES) {
      batches.push([])
      bytes = size
    }
    batches.at(-1)?.push(note)
  }
  return batches
}
