import { commandSubjects, DeleteNotes } from '@lectern/contracts/jobs.ts'
import { issuedBySystem } from '../aggregate/mailbox.ts'
import type { Aggregates } from '../aggregates.ts'

/** A reaction deletes the notes of links that were deleted. */
export const deleteNotes = ({ notebooks }: Pick<Aggregates, 'notebooks'>) => ({
  subject: commandSubjects.deleteNotes,
  schema: DeleteNotes,
  handle: async ({ commandId, libraryId, links }: DeleteNotes) => {
    const command = { type: 'DeleteNotesOfLinks', links, now: new Date().toISOString() } as const
    return notebooks.handle(libraryId, command, issuedBySystem(commandId))
  },
})
