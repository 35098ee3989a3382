import type { NoteType } from '@lectern/contracts/api/notes.ts'
import type { Id } from '../id.ts'

/** Which notes a list shows: those of one type, or all; and a search, empty for none. */
export type NoteFilters = { readonly type: NoteType | null; readonly q: string }

/** Keys of the queries that a change of notes brings up to date. */
export const noteKeys = {
  lists: ['notes'],
  list: (filters: NoteFilters) => ['notes', filters] as const,
  ofLinks: ['notes-of'],
  ofLink: (linkId: Id) => ['notes-of', linkId] as const,
  counts: ['note-counts'],
  count: (q: string) => ['note-counts', q] as const,
} as const
