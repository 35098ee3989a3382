import { z } from 'zod/mini'
import { COLLECTION_COLOR_PATTERN } from '../collections.ts'
import { ANCHOR_CONTEXT_MAX, NOTE_TEXT_MAX, NOTES_LIST_MAX, SEARCH_TEXT_MAX } from '../limits.ts'
import { NOTE_COLOR_DEFAULT, NOTE_TYPES } from '../notes.ts'
import { Refusal } from './errors.ts'
import { ContentHash, linkIds } from './link-requests.ts'
import { text } from './text.ts'

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
  position: z.nullable(NotePosition),
  anchor: z.nullable(NoteAnchor),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Note = z.infer<typeof Note>

/** GET /api/links/{id}/notes: in the order of their positions, those without one last, then by date. */
export const NoteList = z.array(Note)
export type NoteList = z.infer<typeof NoteList>

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

/** No column holds a NUL or half of a surrogate pair. */
const wellFormed = (value: string): string => value.replaceAll('\0', '').toWellFormed()

const content = z.pipe(
  text('Content required'),
  z.string().check(z.minLength(1, 'Content required'), z.maxLength(NOTE_TEXT_MAX, 'This note is too long')),
)
const selectedText = z.pipe(
  z.nullish(
    z.pipe(
      text('The selected text must be text'),
      z.string().check(z.maxLength(NOTE_TEXT_MAX, 'The selected text is too long')),
    ),
  ),
  z.transform(value => value || null),
)
const color = z.pipe(
  z
    .string('Please enter a color such as #FBBF24')
    .check(z.regex(COLLECTION_COLOR_PATTERN, 'Please enter a color such as #FBBF24')),
  z.transform(value => value.toUpperCase()),
)
const isPrivate = z.boolean('isPrivate must be true or false')

/** POST /api/links/{id}/notes: 201 with the note. `clientId` makes a repetition, however late, the same note. */
export const TakeNoteRequest = z.object({
  clientId: z.pipe(
    z.nullish(z.guid('clientId must be a UUID')),
    z.transform(id => id?.toLowerCase() ?? null),
  ),
  type: NoteType,
  content,
  selectedText,
  color: z._default(color, NOTE_COLOR_DEFAULT),
  isPrivate: z._default(isPrivate, false),
  position: z.pipe(
    z.nullish(NotePosition),
    z.transform(position => position ?? null),
  ),
  anchor: z.pipe(
    z.nullish(
      z.extend(NoteAnchor, {
        // A context that ends within a character has half of it.
        prefix: z.pipe(context, z.transform(wellFormed)),
        suffix: z.pipe(context, z.transform(wellFormed)),
      }),
    ),
    z.transform(anchor => anchor ?? null),
  ),
})
export type TakeNoteRequest = z.input<typeof TakeNoteRequest>

/** PUT /api/notes/{id}. `basedOn` is the updatedAt that the person saw: 409 NoteChanged where the note has changed since. */
export const ReviseNoteRequest = z.object({
  content: z.optional(content),
  color: z.optional(color),
  isPrivate: z.optional(isPrivate),
  basedOn: z.optional(z.iso.datetime()),
})
export type ReviseNoteRequest = z.input<typeof ReviseNoteRequest>

/** Body of the 409 of PUT /api/notes/{id}. */
export const NoteChanged = z.extend(Refusal, { current: Note })
export type NoteChanged = z.infer<typeof NoteChanged>

/** Answer of DELETE /api/notes/{id}. */
export const NoteIdAnswer = z.object({ id: z.int() })
export type NoteIdAnswer = z.infer<typeof NoteIdAnswer>

/** Answer of DELETE /api/links/{id}/highlights: how many highlights the link had. */
export const ClearHighlightsAnswer = z.object({ deleted: z.int() })
export type ClearHighlightsAnswer = z.infer<typeof ClearHighlightsAnswer>

/** POST /api/notes/count: how many notes these links have together. A read, with a body since it may name many links. */
export const CountNotesRequest = z.object({ linkIds })
export type CountNotesRequest = z.infer<typeof CountNotesRequest>

export const CountNotesAnswer = z.object({ notes: z.int() })
export type CountNotesAnswer = z.infer<typeof CountNotesAnswer>

const LIMIT_MESSAGE = 'limit must be a whole number of at least 1'

const search = z.optional(
  z.pipe(
    z.string(),
    // No column holds a NUL.
    z.transform(value =>
      value
        .slice(0, SEARCH_TEXT_MAX)
        .toWellFormed()
        .replace(/\p{Cc}/gu, ' '),
    ),
  ),
)

/** GET /api/notes. Each word of `q` occurs in the note, in its selected text or in the title of its link. */
export const ListNotesQuery = z.object({
  q: search,
  type: z.optional(NoteType),
  limit: z.pipe(
    z._default(
      z.coerce.number(LIMIT_MESSAGE).check(z.int(LIMIT_MESSAGE), z.positive(LIMIT_MESSAGE)),
      NOTES_LIST_MAX,
    ),
    z.transform(limit => Math.min(limit, NOTES_LIST_MAX)),
  ),
  cursor: z.optional(z.string().check(z.maxLength(100, 'This cursor is not one of ours.'))),
})
export type ListNotesQuery = z.input<typeof ListNotesQuery>

/** GET /api/notes/counts */
export const CountNotesQuery = z.object({ q: search })

/** Numbers of the notes that GET /api/notes gives for the same `q`. */
export const NoteCounts = z.object({ all: z.int(), note: z.int(), highlight: z.int(), quote: z.int() })
export type NoteCounts = z.infer<typeof NoteCounts>

/** GET /api/notes?changes=CURSOR. CURSOR is 0 at first. Private notes are left out, as if deleted, unless `private` is true. */
export const NoteChangesQuery = z.object({
  changes: z.string().check(z.maxLength(100, 'This cursor is not one of ours.')),
  private: z.optional(z.enum(['true', 'false'], 'private must be true or false')),
})
export type NoteChangesQuery = z.input<typeof NoteChangesQuery>

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
  /** What the next request asks with. */
  cursor: z.string(),
  /** There is more now. */
  hasMore: z.boolean(),
})
export type NoteChanges = z.infer<typeof NoteChanges>

/** GET /api/notes/export and GET /api/links/{id}/notes/export: text/markdown. Private notes only where `private` is true. */
export const ExportNotesQuery = z.object({
  private: z.optional(z.enum(['true', 'false'], 'private must be true or false')),
})
export type ExportNotesQuery = z.input<typeof ExportNotesQuery>

/** GET /api/links/{id}/notes. The cursor, for the rest of a link with megabytes of notes, counts those that were given. */
export const ListNotesOfLinkQuery = z.object({
  cursor: z.pipe(
    z._default(z.string().check(z.regex(/^\d{1,4}$/, 'This cursor is not one of ours.')), '0'),
    z.transform(Number),
  ),
})
export type ListNotesOfLinkQuery = z.input<typeof ListNotesOfLinkQuery>

/** Header of both lists with the cursor of the next page; absent on the last one. */
export const CURSOR_HEADER = 'lectern-cursor'
