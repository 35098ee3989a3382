import { Rejected } from '@lectern/contracts/api/errors.ts'
import { ReviseNoteRequest, TakeNoteRequest } from '@lectern/contracts/api/note-requests.ts'
import type { Note } from '@lectern/contracts/api/notes.ts'
import type { NoteRanges } from '@lectern/contracts/events/notebook.ts'
import { NOTE_BODY_MAX } from '@lectern/contracts/limits.ts'
import { type WallabagAnnotation, wallabagAnnotation } from '@lectern/contracts/wallabag/annotation.ts'
import { EditAnnotationRequest, NewAnnotationRequest } from '@lectern/contracts/wallabag/requests.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Aggregates } from '../aggregates.ts'
import { findLink } from '../domain/library/links.ts'
import { findNote } from '../domain/notebook.ts'
import type { ArticlePlaces } from '../reading/article-places.ts'
import { commandOwn, now } from '../routes/commands.ts'
import { type SavedNoteParts, savedNotes } from '../saved-note.ts'
import { deleteNotesOfGone } from '../unwanted-notes.ts'
import { entryId } from './entry-id.ts'

type ById = { Params: { id: string } }

export type AnnotationParts = Pick<Aggregates, 'libraries' | 'notebooks'> &
  SavedNoteParts & { readonly places: ArticlePlaces; readonly limits: Limits }

/** Annotations of wallabag's apps are notes, and those without a text highlights. Their ranges are kept as they came. */
export const annotationRoutes = (
  app: FastifyInstance,
  { places, limits, ...parts }: AnnotationParts,
): void => {
  const { libraries, notebooks, readRow } = parts
  const limited = {
    onRequest: limits.ofCaller(600, { name: 'wallabag-annotations' }),
    bodyLimit: NOTE_BODY_MAX,
  }
  const command = commandOwn(notebooks)
  const read = savedNotes(parts)

  app.post<ById>('/api/annotations/:id', limited, async (request, reply): Promise<WallabagAnnotation> => {
    const { libraryId } = requireCaller(request)
    const linkId = entryId(request.params.id)
    const { text, quote, ranges } = readInput(NewAnnotationRequest, request.body)
    const [own, selected] = [text?.trim() ?? '', quote?.trim() ?? '']
    if (own === '' && selected === '')
      throw new Rejected('invalid-input', {}, 'An annotation needs a text or a quote.')
    const type = own === '' ? 'highlight' : 'note'
    const wanted = { type, content: own || selected, selectedText: selected || null } as const
    await libraries.peek(libraryId, library => void findLink(library, linkId))
    const { type: noteType, ...note } = readInput(TakeNoteRequest, {
      ...wanted,
      ...(selected !== '' && (await places.find(libraryId, linkId, selected))),
    })
    const [event] = await command(request, reply, {
      ...({ type: 'TakeNote', noteType, linkId, ...note, now: now() } as const),
      ...(ranges && ranges.length > 0 && { ranges }),
    })
    await deleteNotesOfGone(parts, libraryId, [linkId])
    if (event?.type !== 'NoteTaken') throw new Error('An annotation led to no note')
    return annotationOf(await read(libraryId, event.data.noteId, event), ranges ?? null)
  })

  /** Without a text, what is left is what was selected. */
  app.put<ById>('/api/annotations/:id', limited, async (request, reply): Promise<WallabagAnnotation> => {
    const { libraryId, noteId, note, ranges } = await find(request)
    const { text } = readInput(EditAnnotationRequest, request.body)
    const { content } = readInput(ReviseNoteRequest, { content: text.trim() || (note.selectedText ?? '') })
    const revise = { type: 'ReviseNote', noteId, ...(content && { content }), now: now() } as const
    const [event] = await command(request, reply, revise)
    return annotationOf(await read(libraryId, noteId, event), ranges)
  })

  app.delete<ById>('/api/annotations/:id', limited, async (request, reply): Promise<WallabagAnnotation> => {
    const { noteId, note, ranges } = await find(request)
    await command(request, reply, { type: 'DeleteNote', noteId, now: now() })
    return annotationOf(note, ranges)
  })

  /** Apps of wallabag know one library, and not what others may see. @throws Rejected note-not-found, also for a note elsewhere */
  const find = async (request: FastifyRequest<ById>) => {
    const { libraryId } = requireCaller(request)
    const [, id] = /^([1-9]\d{0,8})(?:\.json)?$/.exec(request.params.id) ?? []
    if (id === undefined) throw new Rejected('note-not-found')
    const noteId = Number(id)
    const isElsewhere = await notebooks.peek(libraryId, notebook => findNote(notebook, noteId).of !== null)
    if (isElsewhere) throw new Rejected('note-not-found')
    const note = await read(libraryId, noteId)
    const row = await readRow<{ ranges: NoteRanges | null }>(
      schema => `SELECT ranges FROM ${schema}.notes WHERE library_id = $1 AND id = $2`,
      [libraryId, noteId],
    )
    return { libraryId, noteId, note, ranges: row?.ranges ?? null }
  }
}

const annotationOf = (note: Note, ranges: NoteRanges | null): WallabagAnnotation =>
  wallabagAnnotation({
    ...note,
    ...{ ranges, createdAt: new Date(note.createdAt), updatedAt: new Date(note.updatedAt) },
  })
