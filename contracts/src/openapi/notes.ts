import { z } from 'zod/mini'
import {
  CountNotesQuery,
  ExportNotesQuery,
  ListNotesOfLinkQuery,
  ListNotesQuery,
  NoteChangesQuery,
  ReviseNoteRequest,
  TakeNoteRequest,
} from '../api/note-requests.ts'
import {
  ClearHighlightsAnswer,
  Note,
  NoteChanges,
  NoteCounts,
  NoteEntries,
  NoteIdAnswer,
  NoteList,
  SharedNotesAnswer,
} from '../api/notes.ts'
import { EXAMPLE, type Operations } from './operation.ts'

const ofLink = { id: EXAMPLE.link }
const ofNote = { id: EXAMPLE.note }

export const NOTE_OPERATIONS = {
  'GET /api/links/:id/notes': {
    tag: 'Notes',
    summary: 'List the notes of a link',
    description: 'In the order of their places in the article; those without one come last, by date.',
    query: ListNotesOfLinkQuery,
    status: 200,
    answer: NoteList,
    hasCursorHeader: true,
    refusals: ['link-not-found'],
    example: { path: ofLink },
  },
  'POST /api/links/:id/notes': {
    tag: 'Notes',
    summary: 'Take a note',
    description:
      'A note, a highlight or a quote. `position` and `anchor` give it a place in the article; without them it is about the article as a whole.',
    body: TakeNoteRequest,
    status: 201,
    answer: Note,
    isRepeatable: true,
    refusals: [
      'link-not-found',
      'may-be-made',
      'too-many-notes',
      'too-many-notes-on-link',
      'too-much-note-text',
    ],
    example: { path: ofLink, body: { type: 'note', content: 'Compare with last spring.' } },
  },
  'PUT /api/notes/:id': {
    tag: 'Notes',
    summary: 'Revise a note',
    description:
      '`basedOn` is the `updatedAt` that you saw: where the note has changed since, this is refused with 409 and `current`.',
    body: ReviseNoteRequest,
    status: 200,
    answer: Note,
    isRepeatable: true,
    refusals: ['note-not-found', 'note-changed', 'too-much-note-text'],
    example: { path: ofNote, body: { content: 'Compare with the last two springs.' } },
  },
  'DELETE /api/notes/:id': {
    tag: 'Notes',
    summary: 'Delete a note',
    description: 'This cannot be undone.',
    status: 200,
    answer: NoteIdAnswer,
    isRepeatable: true,
    refusals: ['note-not-found'],
    example: { path: ofNote },
  },
  'POST /api/links/:id/notes/share': {
    tag: 'Notes',
    summary: 'Share the notes of a link',
    description: 'All who share its collection see them, but for private ones.',
    status: 200,
    answer: SharedNotesAnswer,
    isRepeatable: true,
    refusals: ['link-not-found'],
    example: { path: ofLink },
  },
  'DELETE /api/links/:id/highlights': {
    tag: 'Notes',
    summary: 'Delete the highlights of a link',
    description: 'Its notes and quotes stay. This cannot be undone.',
    status: 200,
    answer: ClearHighlightsAnswer,
    isRepeatable: true,
    refusals: ['link-not-found'],
    example: { path: ofLink },
  },
  'GET /api/notes': {
    tag: 'Notes',
    summary: 'List all notes, or follow their changes',
    description:
      'Newest first, with their links. With `changes` the answer has what changed after that cursor instead; begin with 0. Private notes are among the changes only where `private` is true.',
    query: z.extend(ListNotesQuery, z.partial(NoteChangesQuery).shape),
    status: 200,
    answer: z.union([NoteEntries, NoteChanges]),
    hasCursorHeader: true,
    example: { query: { type: 'note', limit: 20 } },
  },
  'GET /api/notes/counts': {
    tag: 'Notes',
    summary: 'Count notes',
    query: CountNotesQuery,
    status: 200,
    answer: NoteCounts,
    example: { query: { q: 'spring' } },
  },
  'GET /api/notes/export': {
    tag: 'Notes',
    summary: 'Export all notes as Markdown',
    query: ExportNotesQuery,
    status: 200,
    answer: { file: 'text/markdown' },
    example: { query: { private: 'true' } },
  },
  'GET /api/links/:id/notes/export': {
    tag: 'Notes',
    summary: 'Export the notes of a link as Markdown',
    query: ExportNotesQuery,
    status: 200,
    answer: { file: 'text/markdown' },
    refusals: ['link-not-found'],
    example: { path: ofLink },
  },
} as const satisfies Operations
