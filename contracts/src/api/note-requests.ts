import { z } from 'zod/mini'
import { COLLECTION_COLOR_PATTERN } from '../collections.ts'
import { NOTE_TEXT_MAX, NOTES_LIST_MAX, SEARCH_TEXT_MAX } from '../limits.ts'
import { NOTE_COLOR_DEFAULT } from '../notes.ts'
import { ClientId } from './client-id.ts'
import { linkIds } from './link-ids.ts'
import { NoteAnchor, NotePosition, NoteType } from './notes.ts'
import { text } from './text.ts'

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
    .string('Please enter a color such as #fbbf24')
    .check(z.regex(COLLECTION_COLOR_PATTERN, 'Please enter a color such as #fbbf24')),
  z.transform(value => value.toLowerCase()),
)
const isPrivate = z.boolean('isPrivate must be true or false')

/** Whether all who share the link's collection see the note. A private note is nobody else's. */
const shared = z.boolean('shared must be true or false')
const isOneOfBoth = z.refine<{ isPrivate?: boolean | undefined; shared?: boolean | undefined }>(
  note => !(note.isPrivate && note.shared),
  'A note is private, or shared with others.',
)

/** POST /api/links/{id}/notes: 201 with the note. `clientId` makes a repetition the same note. */
export const TakeNoteRequest = z
  .object({
    clientId: ClientId,
    type: NoteType,
    content,
    selectedText,
    color: z._default(color, NOTE_COLOR_DEFAULT),
    isPrivate: z._default(isPrivate, false),
    shared: z._default(shared, false),
    position: z.pipe(
      z.nullish(NotePosition),
      z.transform(position => position ?? null),
    ),
    anchor: z.pipe(
      z.nullish(
        z.extend(NoteAnchor, {
          // A context that ends within a character has half of it.
          prefix: z.pipe(NoteAnchor.shape.prefix, z.transform(wellFormed)),
          suffix: z.pipe(NoteAnchor.shape.suffix, z.transform(wellFormed)),
        }),
      ),
      z.transform(anchor => anchor ?? null),
    ),
  })
  .check(isOneOfBoth)
export type TakeNoteRequest = z.input<typeof TakeNoteRequest>

/** PUT /api/notes/{id}. `basedOn` is the updatedAt that the person saw: 409 NoteChanged where the note has changed since. */
export const ReviseNoteRequest = z
  .object({
    content: z.optional(content),
    color: z.optional(color),
    isPrivate: z.optional(isPrivate),
    shared: z.optional(shared),
    basedOn: z.optional(z.iso.datetime()),
  })
  .check(isOneOfBoth)
export type ReviseNoteRequest = z.input<typeof ReviseNoteRequest>

/** POST /api/notes/count: how many notes these links have together. A read, with a body since it may name many links. */
export const CountNotesRequest = z.object({ linkIds })
export type CountNotesRequest = z.infer<typeof CountNotesRequest>

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

/** GET /api/notes?changes=CURSOR. CURSOR is 0 at first. Private notes are left out, as if deleted, unless `private` is true. */
export const NoteChangesQuery = z.object({
  changes: z.string().check(z.maxLength(100, 'This cursor is not one of ours.')),
  private: z.optional(z.enum(['true', 'false'], 'private must be true or false')),
})
export type NoteChangesQuery = z.input<typeof NoteChangesQuery>

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
