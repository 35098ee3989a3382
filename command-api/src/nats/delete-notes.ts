import { commandSubjects, DeleteNotes } from '@lectern/contracts/jobs.ts'
import { issuedBySystem } from '../aggregate/issued.ts'
import type { Aggregates } from '../aggregates.ts'
import type { Positions } from '../reading/positions.ts'
import type { ProvidedPages } from '../reading/provided-pages.ts'

type Parts = Pick<Aggregates, 'notebooks'> & {
  readonly positions: Positions
  readonly providedPages: ProvidedPages
}

/**
 * A reaction deletes the notes of links that were deleted, how far people have read them, and their pages that wait; after the
 * undoing of an import its other notes, too.
 */
export const deleteNotes = ({ notebooks, positions, providedPages }: Parts) => ({
  subject: commandSubjects.deleteNotes,
  schema: DeleteNotes,
  handle: async ({ commandId, libraryId, links, ofImport }: DeleteNotes) => {
    await positions.deleteOf(libraryId, links)
    await providedPages.deleteOf(libraryId, links)
    const now = new Date().toISOString()
    const command = { type: 'DeleteNotesOfLinks', links, now } as const
    const outcome = await notebooks.handle(libraryId, command, issuedBySystem(commandId))
    if (ofImport === undefined) return outcome
    const others = { type: 'DeleteNotesOfImport', ...ofImport, now } as const
    return notebooks.handle(libraryId, others, issuedBySystem(`${commandId}/import`))
  },
})
