import { Rejected } from '@lectern/contracts/api/errors.ts'
import { ReviseNoteRequest, TakeNoteRequest } from '@lectern/contracts/api/note-requests.ts'
import type {
  ClearHighlightsAnswer,
  Note,
  NoteIdAnswer,
  SharedNotesAnswer,
} from '@lectern/contracts/api/notes.ts'
import { countIds } from '@lectern/contracts/id-ranges.ts'
import { NOTE_BODY_MAX } from '@lectern/contracts/limits.ts'
import type { Role } from '@lectern/contracts/sharing.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { placeOf } from '@lectern/platform/http/shared-library.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Aggregates } from '../aggregates.ts'
import { findLink } from '../domain/library/links.ts'
import { checkRole } from '../domain/library/sharing/permit.ts'
import { findClientNote, findNote, type ReviseNote } from '../domain/notebook.ts'
import type { ArticlePlaces } from '../reading/article-places.ts'
import { type SavedNoteParts, savedNotes } from '../saved-note.ts'
import type { People } from '../sharing/people.ts'
import { deleteNotesOfGone } from '../unwanted-notes.ts'
import { type ById, commandOwn, idOf, now } from './commands.ts'

export type NoteRouteParts = Pick<Aggregates, 'libraries' | 'notebooks'> &
  SavedNoteParts & {
    readonly places: ArticlePlaces
    readonly people: Pick<People, 'libraryOf'>
    readonly limits: Limits
  }

type Revision = Pick<ReviseNote, 'content' | 'color' | 'isPrivate' | 'isShared'>

export const noteRoutes = (
  app: FastifyInstance,
  { places, people, limits, ...parts }: NoteRouteParts,
): void => {
  const { libraries, notebooks } = parts
  const limited = () => ({ onRequest: limits.ofCaller(600), bodyLimit: NOTE_BODY_MAX })
  const command = commandOwn(notebooks)
  const read = savedNotes(parts)

  /**
   * Whether the caller may write about the link.
   * @returns of a library of somebody else, the revision at which that was read
   * @throws Rejected link-not-found, role-needed, sharing-paused
   */
  const checkedOn = async (request: FastifyRequest, linkId: number, role: Role) => {
    const { libraryId, by } = placeOf(request)
    if (by === undefined) {
      await libraries.peek(libraryId, library => void findLink(library, linkId))
      return undefined
    }
    const { revision } = await libraries.readAt(libraryId, library =>
      checkRole(library, { by, linkId, role, now: now() }),
    )
    return { revision }
  }

  /**
   * What others see on a link of somebody else is changed by who may still write there. To make it private, or to delete it, needs nothing.
   */
  const checkedRevision = async (
    libraryId: string,
    noteId: number,
    { content, color, isPrivate, isShared = isPrivate ? false : undefined }: Revision,
  ): Promise<Pick<ReviseNote, 'memberId' | 'known'>> => {
    const note = await notebooks.peek(libraryId, notebook => ({ ...findNote(notebook, noteId) }))
    const { linkId, of: memberId, isShared: wasShared } = note
    if (memberId === null) return {}
    const isForOthers = isShared ?? (wasShared && (content ?? color) !== undefined)
    if (!isForOthers) return {}
    const owner = await people.libraryOf(memberId)
    if (owner === undefined) throw new Rejected('role-needed')
    const { revision } = await libraries.readAt(owner, library =>
      checkRole(library, { by: memberId, linkId, role: 'commenter', now: now() }),
    )
    return { memberId, known: { revision } }
  }

  /** A repetition is answered with the note as it is now. */
  app.post<ById>('/api/links/:id/notes', limited(), async (request, reply) => {
    const { libraryId } = requireCaller(request)
    const { libraryId: ofLink, by } = placeOf(request)
    const linkId = idOf(request, 'link-not-found')
    const { type: noteType, shared, ...note } = readInput(TakeNoteRequest, request.body)
    const selectedText = noteType === 'note' ? note.selectedText : (note.selectedText ?? note.content)
    const known = await checkedOn(request, linkId, shared ? 'commenter' : 'reader')
    await places.check(ofLink, linkId, {
      contentHash: note.anchor?.contentHash,
      end: note.position?.end ?? 0,
    })
    const take = {
      ...({ type: 'TakeNote', noteType, linkId, ...note, selectedText } as const),
      ...(shared && { isShared: true as const }),
      ...(by && { memberId: by, known }),
      now: now(),
    }
    const [event] = await command(request, reply, take)
    if (by === undefined) await deleteNotesOfGone(parts, libraryId, [linkId])
    const id =
      event?.type === 'NoteTaken'
        ? event.data.noteId
        : await notebooks.peek(libraryId, notebook => findClientNote(notebook, note.clientId))
    return reply.code(201).send((await read(libraryId, id, event)) satisfies Note)
  })

  /** Shares the notes that the caller has on a link of the own library, but for private ones. */
  app.post<ById>(
    '/api/links/:id/notes/share',
    limited(),
    async (request, reply): Promise<SharedNotesAnswer> => {
      const linkId = idOf(request, 'link-not-found')
      await checkedOn(request, linkId, 'reader')
      const events = await command(request, reply, { type: 'ShareNotes', linkId, now: now() })
      return { shared: events.length }
    },
  )

  app.put<ById>('/api/notes/:id', limited(), async (request, reply): Promise<Note> => {
    const noteId = idOf(request, 'note-not-found')
    const { shared: isShared, ...changes } = readInput(ReviseNoteRequest, request.body)
    const { libraryId } = requireCaller(request)
    const ofMember = await checkedRevision(libraryId, noteId, { ...changes, isShared })
    const revise = { type: 'ReviseNote', noteId, ...changes, isShared, ...ofMember, now: now() } as const
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
      const linkId = idOf(request, 'link-not-found')
      const known = await checkedOn(request, linkId, 'reader')
      const { by: memberId } = placeOf(request)
      const ofMember = memberId === undefined ? {} : { memberId, known }
      const clear = { type: 'ClearHighlights', linkId, ...ofMember, now: now() } as const
      const [event] = await command(request, reply, clear)
      return { deleted: event?.type === 'HighlightsCleared' ? countIds(event.data.notes) : 0 }
    },
  )

  app.delete<ById>('/api/notes/:id', limited(), async (request, reply): Promise<NoteIdAnswer> => {
    const id = idOf(request, 'note-not-found')
    await command(request, reply, { type: 'DeleteNote', noteId: id, now: now() })
    return { id }
  })
}
