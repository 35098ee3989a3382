import { z } from 'zod/mini'
import { ANCHOR_CONTEXT_MAX } from '../limits.ts'
import { NOTE_TYPES } from '../notes.ts'
import { ContentHash } from './content-hash.ts'
import { Refusal } from './refusal.ts'

export const NoteType = z.enum(NOTE_TYPES)
export type NoteType = z.infer<typeof NoteType>

const offset = z.int().check(z.nonnegative(), z.lte(2_147_483_647))
/** UTF-16 offsets in the article's text with white space collapsed; the end is exclusive. */
export const NotePosition = z
  .object({ start: offset, end: offset })
  .check(z.refine(({ start, end }) => start <= end, 'The position must start before its end'))
export type NotePosition = z.infer<typeof NotePosition>

const context = z
  .string('The text around the note must be text')
  .check(
    z.maxLength(ANCHOR_CONTEXT_MAX, `An anchor has at most ${ANCHOR_CONTEXT_MAX} characters on each side`),
  )
/** Finds a note's place in another version of the text. */
export const NoteAnchor = z.object({
  /** The article's text, white space collapsed, directly before the note and directly after it. */
  prefix: context,
  suffix: context,
  /** The version of the text that the note was made on. */
  contentHash: ContentHash,
})
export type NoteAnchor = z.infer<typeof NoteAnchor>

/** Dates are ISO 8601 in UTC. */
export const Note = z.object({
  id: z.int(),
  linkId: z.int(),
  type: NoteType,
  content: z.string(),
  selectedText: z.nullable(z.string()),
  color: z.string(),
  isPrivate: z.boolean(),
  /** All who share the link's collection see it. Absent: nobody else does. */
  shared: z.optional(z.literal(true)),
  /** The library of its link, where that is somebody else's. */
  library: z.optional(z.string()),
  /** Who wrote it, where that is not the caller, who cannot change it then. Ids of notes are of their writers. */
  writer: z.optional(z.object({ id: z.string(), name: z.string() })),
  position: z.nullable(NotePosition),
  anchor: z.nullable(NoteAnchor),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Note = z.infer<typeof Note>

/** GET /api/links/{id}/notes: in the order of their positions, those without one last, then by date. */
export const NoteList = z.array(Note)
export type NoteList = z.infer<typeof NoteList>

/** POST /api/links/{id}/notes/share: how many notes others see now who did not before. */
export const SharedNotesAnswer = z.object({ shared: z.int() })
export type SharedNotesAnswer = z.infer<typeof SharedNotesAnswer>

export const NoteEntry = z.object({
  note: Note,
  link: z.object({
    title: z.string(),
    url: z.string(),
    previewImage: z.nullable(z.string()),
    siteName: z.nullable(z.string()),
  }),
})
export type NoteEntry = z.infer<typeof NoteEntry>

/** GET /api/notes: newest first. The header Lectern-Cursor has the cursor of the next page. */
export const NoteEntries = z.array(NoteEntry)
export type NoteEntries = z.infer<typeof NoteEntries>

/** Body of the 409 of PUT /api/notes/{id}. */
export const NoteChanged = z.extend(Refusal, { current: Note })
export type NoteChanged = z.infer<typeof NoteChanged>

/** Answer of DELETE /api/notes/{id}. */
export const NoteIdAnswer = z.object({ id: z.int() })
export type NoteIdAnswer = z.infer<typeof NoteIdAnswer>

/** Answer of DELETE /api/links/{id}/highlights: how many highlights the link had. */
export const ClearHighlightsAnswer = z.object({ deleted: z.int() })
export type ClearHighlightsAnswer = z.infer<typeof ClearHighlightsAnswer>

export const CountNotesAnswer = z.object({ notes: z.int() })
export type CountNotesAnswer = z.infer<typeof CountNotesAnswer>

/** Numbers of the notes that GET /api/notes gives for the same `q`. */
export const NoteCounts = z.object({ all: z.int(), note: z.int(), highlight: z.int(), quote: z.int() })
export type NoteCounts = z.infer<typeof NoteCounts>

/**
 * The notes that changed after the cursor, each once and as it is now, in the order of their last changes. A note may
 * come again without a change, and a deletion may name a note that was never given.
 */
export const NoteChanges = z.object({
  changes: z.array(
    z.discriminatedUnion('deleted', [
      z.object({ id: z.int(), deleted: z.literal(true) }),
      z.extend(NoteEntry, { id: z.int(), deleted: z.literal(false) }),
    ]),
  ),
  /** The next request asks with this. */
  cursor: z.string(),
  /** There is more now. */
  hasMore: z.boolean(),
})
export type NoteChanges = z.infer<typeof NoteChanges>

/** Header of both lists with the cursor of the next page; absent on the last one. */
export const CURSOR_HEADER = 'lectern-cursor'
