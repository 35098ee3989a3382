import { commandSubjects, ImportNotes } from '@lectern/contracts/jobs.ts'
import { NOTE_COLOR_DEFAULT } from '@lectern/contracts/notes.ts'
import type { Aggregates } from '../aggregates.ts'
import { findImport } from '../domain/library/imports.ts'
import { deleteNotesOfGone, deleteNotesOfUndone } from '../unwanted-notes.ts'

/** A worker gives notes of rows that it imported. The import's owner acts. */
export const importNotes = ({ libraries, notebooks }: Pick<Aggregates, 'libraries' | 'notebooks'>) => ({
  subject: commandSubjects.importNotes,
  schema: ImportNotes,
  handle: async ({ commandId, libraryId, notes: given, ...batch }: ImportNotes) => {
    const { requestedBy, notes } = await libraries.read(libraryId, library => {
      const { requestedBy, requestedAt } = findImport(library, batch.importId)
      const notes = given.map(({ type: noteType, color, createdAt, ...note }) => ({
        ...note,
        noteType,
        color: color ?? NOTE_COLOR_DEFAULT,
        createdAt: createdAt ?? requestedAt,
        isGone: !library.links.has(note.linkId),
      }))
      return { requestedBy, notes }
    })
    // The notebook recognises a batch by its number: its links may be deleted when it comes again, so the id would not match.
    const issued = { actorId: requestedBy, via: 'import', commandId, generated: true } as const
    const command = { type: 'ImportNotes', ...batch, notes, now: new Date().toISOString() } as const
    const outcome = await notebooks.handle(libraryId, command, issued)
    // It reads the library up to its end, so the other knows every deletion.
    await deleteNotesOfUndone({ libraries, notebooks }, libraryId, batch.importId)
    const linkIds = notes.map(note => note.linkId)
    await deleteNotesOfGone({ libraries, notebooks }, libraryId, linkIds)
    return outcome
  },
})
