import { commandSubjects, DeleteNotes } from '@lectern/contracts/jobs.ts'
import { issuedBySystem } from '../aggregate/mailbox.ts'
import type { Aggregates } from '../aggregates.ts'
import type { Positions } from '../reading/positions.ts'

type Parts = Pick<Aggregates, 'notebooks'> & { readonly positions: Positions }

/** A reaction deletes the notes of links that were deleted, and how far people have read them. */
export const deleteNotes = ({ notebooks, positions }: Parts) => ({
  subject: commandSubjects.deleteNotes,
  schema: DeleteNotes,
  handle: async ({ commandId, libraryId, links }: DeleteNotes) => {
    await positions.deleteOf(libraryId, links)
    const command = { type: 'DeleteNotesOfLinks', links, now: new Date().toISOString() } as const
    return notebooks.handle(libraryId, command, issuedBySystem(commandId))
  },
})
