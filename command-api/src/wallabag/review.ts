import { Rejected } from '@lectern/contracts/api/errors.ts'
import { TakeNoteRequest } from '@lectern/contracts/api/note-requests.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { eventId } from '../aggregate/issued.ts'
import type { Aggregates } from '../aggregates.ts'
import { commandOwn, now } from '../routes/commands.ts'
import { deleteNotesOfGone } from '../unwanted-notes.ts'

/**
 * Keeps what a person wrote about an entry as a note on it. KOReader sends it with every sync, and drops its book then whatever
 * the answer is, so each text is taken once and stays deleted where the person deletes it.
 */
export const takeReviewWith = ({ libraries, notebooks }: Pick<Aggregates, 'libraries' | 'notebooks'>) => {
  const command = commandOwn(notebooks)
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    linkId: number,
    review: string,
  ): Promise<void> => {
    const { libraryId } = requireCaller(request)
    const clientId = eventId(libraryId, `review/${linkId}/${review}`, 0)
    const { type: noteType, ...note } = readInput(TakeNoteRequest, {
      clientId,
      type: 'note',
      content: review,
    })
    try {
      await command(request, reply, { type: 'TakeNote', noteType, linkId, ...note, now: now() })
    } catch (error) {
      if (!(error instanceof Rejected && error.code === 'may-be-made')) throw error
    }
    await deleteNotesOfGone({ libraries, notebooks }, libraryId, [linkId])
  }
}
