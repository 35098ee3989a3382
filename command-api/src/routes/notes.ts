import { Rejected } from '@lectern/contracts/api/errors.ts'
import { ReviseNoteRequest, TakeNoteRequest } from '@lectern/contracts/api/note-requests.ts'
import type { ClearHighlightsAnswer, Note, NoteIdAnswer } from '@lectern/contracts/api/notes.ts'
import { countIds } from '@lectern/contracts/id-ranges.ts'
import { NOTE_BODY_MAX } from '@lectern/contracts/limits.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { callerRateLimit } from '@lectern/platform/http/rate-limit.ts'
import type { FastifyInstance } from 'fastify'
import type { Aggregates } from '../aggregates.ts'
import { findLink } from '../domain/library/links.ts'
import { findClientNote } from '../domain/notebook.ts'
import type { ArticlePlaces } from '../reading/article-places.ts'
import { type SavedNoteParts, savedNotes } from '../saved-note.ts'
import { deleteNotesOfGone } from '../unwanted-notes.ts'
import { type ById, commandLibrary, idOf, now } from './commands.ts'

export type NoteRouteParts = Pick<Aggregates, 'libraries' | 'notebooks'> &
  SavedNoteParts & {
    readonly places: ArticlePlaces
    readonly rateLimits: boolean
  }

export const noteRoutes = (app: FastifyInstance, { places, rateLimits, ...parts }: NoteRouteParts): void => {
  const { libraries, notebooks } = parts
  const limited = () => ({ onRequest: callerRateLimit(600, rateLimits), bodyLimit: NOTE_BODY_MAX })
  const command = commandLibrary(notebooks)
  const read = savedNotes(parts)

  /** A repetition is answered with the note as it is now. */
  app.post<ById>('/api/links/:id/notes', limited(), async (request, reply) => {
    const { libraryId } = requireCaller(request)
    const linkId = idOf(request, 'link-not-found')
    const { type: noteType, shared, ...note } = readInput(TakeNoteRequest, request.body)
    const selectedText = noteType === 'note' ? note.selectedText : (note.selectedText ?? note.content)
    await libraries.peek(libraryId, library => void findLink(library, linkId))
    await places.check(libraryId, linkId, {
      contentHash: note.anchor?.contentHash,
      end: note.position?.end ?? 0,
    })
    const take = {
      ...({ type: 'TakeNote', noteType, linkId, ...note, selectedText } as const),
      ...(shared && { isShared: true as const }),
      now: now(),
    }
    const [event] = await command(request, reply, take)
    await deleteNotesOfGone(parts, libraryId, [linkId])
    const id =
      event?.type === 'NoteTaken'
        ? event.data.noteId
        : await notebooks.peek(libraryId, notebook => findClientNote(notebook, note.clientId))
    return reply.code(201).send((await read(libraryId, id, event)) satisfies Note)
  })

  app.put<ById>('/api/notes/:id', limited(), async (request, reply): Promise<Note> => {
    const noteId = idOf(request, 'note-not-found')
    const changes = readInput(ReviseNoteRequest, request.body)
    const { libraryId } = requireCaller(request)
    const revise = { type: 'ReviseNote', noteId, ...changes, now: now() } as const
    const [event] = await command(request, reply, revise).catch(async error => {
      if (!(error instanceof Rejected) || error.code !== 'note-changed') throw error
      throw new Rejected('note-changed', { current: await read(libraryId, noteId) })
    })
    return read(libraryId, noteId, event)
  })

  /** Deletes the highlights of a link; its notes and quotes stay. */
  app.delete<ById>(
    '/api/links/:id/highlights',
    limited(),
    async (request, reply): Promise<ClearHighlightsAnswer> => {
      const { libraryId } = requireCaller(request)
      const linkId = idOf(request, 'link-not-found')
      await libraries.read(libraryId, library => void findLink(library, linkId))
      const [event] = await command(request, reply, { type: 'ClearHighlights', linkId, now: now() })
      return { deleted: event?.type === 'HighlightsCleared' ? countIds(event.data.notes) : 0 }
    },
  )

  app.delete<ById>('/api/notes/:id', limited(), async (request, reply): Promise<NoteIdAnswer> => {
    const id = idOf(request, 'note-not-found')
    await command(request, reply, { type: 'DeleteNote', noteId: id, now: now() })
    return { id }
  })
}
