import type { ReviseNoteRequest, TakeNoteRequest } from '@lectern/contracts/api/note-requests.ts'
import {
  Note as ApiNote,
  ClearHighlightsAnswer,
  NoteAnchor,
  NotePosition,
  NoteType,
} from '@lectern/contracts/api/notes.ts'
import { z } from 'zod/mini'
import type { Schema } from '../../lib/api.ts'
import { countOf } from '../../lib/format.ts'
import { type Note, namedNote } from '../answers.ts'
import { type Id, linkPath, numberOf, ownerOf } from '../id.ts'
import { actKind, failure, ID, NOTHING } from './act.ts'

const NoteAnswer = ApiNote as Schema<Note>
const linkId = ID
const noteId = ID

/** The parameters of takeNote. new-note.ts fills in what a caller leaves out. */
export const TakenNote = z.object({
  linkId,
  /** A UUID. A note that is sent again, however late, stays one note. */
  clientId: z.string(),
  type: NoteType,
  content: z.string(),
  selectedText: z.nullable(z.string()),
  color: z.string(),
  isPrivate: z.boolean(),
  /** All who share the link's collection see it. */
  shared: z.optional(z.boolean()),
  position: z.nullable(NotePosition),
  anchor: z.nullable(NoteAnchor),
})
export type TakenNote = z.infer<typeof TakenNote>

/** Whether it only marks words of an article: it has no text of the person, so that it can be taken back without a question. */
export const isMark = ({ type, selectedText, position }: TakenNote): boolean =>
  type !== 'note' && selectedText === null && position !== null

/** What a new note takes over from the one that it stands beside. */
export type SeenNote = Pick<
  Note,
  'type' | 'content' | 'selectedText' | 'color' | 'isPrivate' | 'shared' | 'position' | 'anchor'
>

/** The answer about a note of one's own, on a link of this id. */
const noteOn = (note: Note, linkId: Id): Note =>
  ownerOf(note.linkId) === ownerOf(linkId) ? note : namedNote(note as ApiNote, ownerOf(linkId))

const MARKED = { highlight: 'Highlighted', quote: 'Quoted', note: '' } as const

export const noteActs = {
  takeNote: actKind({
    params: TakenNote,
    result: NoteAnswer,
    named: (note, { linkId }) => noteOn(note, linkId),
    names: ({ linkId }, seq) => ({ links: [linkId], notes: [-seq] }),
    request: ({ linkId, ...body }) => ({
      method: 'POST',
      path: linkPath(linkId, '/notes'),
      body: body satisfies TakeNoteRequest,
    }),
    patch: ({ clientId: _, shared, ...taken }, { seq, at, result }) => ({
      addsNote: (result as Note | undefined) ?? {
        ...taken,
        ...(shared && { shared }),
        id: -seq,
        // The server does the same: what was marked in the text is the content.
        selectedText: taken.selectedText ?? (taken.type === 'note' ? null : taken.content),
        createdAt: at,
        updatedAt: at,
      },
    }),
    said: taken => (isMark(taken) ? { title: MARKED[taken.type] } : undefined),
    done: taken => (isMark(taken) ? undefined : { title: 'Note created' }),
    failed: failure('Failed to create note'),
  }),

  /** Changes the named fields of a note. `basedOn` is the updatedAt that the person saw: refused where it has changed since. */
  reviseNote: actKind({
    params: z.object({
      noteId,
      linkId,
      content: z.optional(z.string()),
      color: z.optional(z.string()),
      isPrivate: z.optional(z.boolean()),
      shared: z.optional(z.boolean()),
      basedOn: z.optional(z.string()),
      /** The note as the person saw it, for a new one where this one is changed or deleted elsewhere. */
      was: z.optional(z.custom<SeenNote>()),
    }),
    result: NoteAnswer,
    named: (note, { linkId }) => noteOn(note, linkId),
    names: ({ noteId, linkId }) => ({ links: [linkId], notes: [noteId] }),
    request: ({ noteId, linkId: _, was: __, ...body }) => ({
      method: 'PUT',
      path: `/api/notes/${numberOf(noteId)}`,
      body: body satisfies ReviseNoteRequest,
    }),
    patch: ({ noteId, linkId: _, basedOn: __, was: ___, shared, ...changes }, { result }) => {
      const saved = result as Note | undefined
      if (saved && saved.id !== noteId) return { addsNote: saved }
      return {
        note: note => {
          if (note.id !== noteId) return note
          const chosen = Object.entries(changes).filter(([, value]) => value !== undefined)
          if (saved) return saved
          const { shared: wasShared, ...others } = note
          const isShared = shared ?? (wasShared && !changes.isPrivate)
          return { ...others, ...(isShared && { shared: isShared }), ...Object.fromEntries(chosen) }
        },
      }
    },
    after: (params, result) => {
      if (params.basedOn === undefined) return params
      const saved = result as Partial<Note> | undefined
      if (saved?.updatedAt === undefined || saved.id !== params.noteId) return params
      return { ...params, basedOn: saved.updatedAt }
    },
    done: ({ noteId }, saved) =>
      saved && saved.id !== noteId
        ? { title: 'Kept as a new note', description: 'The note was changed or deleted elsewhere meanwhile.' }
        : { title: 'Note updated' },
    failed: failure('Failed to update note'),
  }),

  deleteNote: actKind({
    params: z.object({ noteId, linkId }),
    result: NOTHING,
    names: ({ noteId, linkId }) => ({ links: [linkId], notes: [noteId] }),
    request: ({ noteId }) => ({ method: 'DELETE', path: `/api/notes/${numberOf(noteId)}` }),
    patch: ({ noteId }) => ({ note: note => (note.id === noteId ? null : note) }),
    isDoneWhenGone: () => true,
    done: () => ({ title: 'Note deleted' }),
    failed: failure('Failed to delete note'),
  }),

  /** Deletes the highlights of a link. Its notes and quotes stay. */
  clearHighlights: actKind({
    params: z.object({ linkId }),
    result: ClearHighlightsAnswer,
    names: ({ linkId }) => ({ links: [linkId], notes: [] }),
    request: ({ linkId }) => ({ method: 'DELETE', path: linkPath(linkId, '/highlights') }),
    patch: ({ linkId }) => ({
      note: note => (note.linkId === linkId && note.type === 'highlight' && !note.writer ? null : note),
    }),
    // A link of somebody else may be there, and not be shared any more.
    isDoneWhenGone: ({ linkId }) => ownerOf(linkId) === undefined,
    done: (_params, result) => ({
      title: result ? `${countOf(result.deleted, 'highlight')} cleared` : 'Highlights cleared',
    }),
    failed: failure('Failed to clear highlights'),
  }),
}
