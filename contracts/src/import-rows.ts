import { z } from 'zod'
import { ContentHash } from './api/content-hash.ts'
import { NoteAnchor, NotePosition } from './api/notes.ts'
import { COLLECTION_COLOR_PATTERN, COLLECTION_DESCRIPTION_MAX, COLLECTION_NAME_MAX } from './collections.ts'
import { codesOf, ROW_REASONS, SHORTENED_REASONS } from './import-reasons.ts'
import { NOTE_MAX, NOTE_TEXT_MAX, TAG_MAX, TAGS_MAX, TITLE_MAX, URL_MAX } from './limits.ts'

/** The number of a record in its file, from 1, without the header; parts of a ZIP are counted on. */
const row = z.int().positive()
const atMost = (length: number) => z.string().max(length)

/** How far a person has read, in UTF-16 units of that version of the text. */
export const RowPosition = z.object({
  offset: z.int().nonnegative().max(2_147_483_647),
  length: z.int().nonnegative().max(2_147_483_647).nullable(),
  contentHash: ContentHash,
  updatedAt: z.iso.datetime(),
})
export type RowPosition = z.infer<typeof RowPosition>

/** A row of an imported file as a link, within all limits. */
export const ImportRow = z.object({
  row,
  url: atMost(URL_MAX),
  title: atMost(TITLE_MAX).min(1),
  /** page: the file had no title of its own, so the page's title may replace it. */
  titleFrom: z.enum(['person', 'page']),
  note: atMost(NOTE_MAX).nullable(),
  tags: z.array(atMost(TAG_MAX)).max(TAGS_MAX),
  /** ISO 8601 in UTC; null where the file does not say. */
  savedAt: z.iso.datetime().nullable(),
  isFavorite: z.boolean(),
  isArchived: z.boolean(),
  /** The name of its collection. */
  collection: atMost(COLLECTION_NAME_MAX).min(1).nullable(),
  /** Its collection, among those that the file describes. */
  collectionRef: z.int().positive().optional(),
  /**
   * The link was in a library like this: it may have the address of another row, and where the import began with an empty
   * library, its tags keep their spelling.
   */
  isExact: z.literal(true).optional(),
  position: RowPosition.optional(),
})
export type ImportRow = z.infer<typeof ImportRow>

/** A row that did not become a link. */
export const RowLeftOut = z.object({
  row,
  url: atMost(URL_MAX).nullable(),
  reason: z.enum(codesOf(ROW_REASONS)),
})
export type RowLeftOut = z.infer<typeof RowLeftOut>

/** Something that the link of a row lost. */
export const Shortened = z.object({ row, reason: z.enum(codesOf(SHORTENED_REASONS)) })
export type Shortened = z.infer<typeof Shortened>

/** A note or highlight of a row. */
export const RowNote = z.object({
  type: z.enum(['note', 'highlight', 'quote']),
  content: atMost(NOTE_TEXT_MAX).min(1),
  selectedText: atMost(NOTE_TEXT_MAX).nullable(),
  /** #RRGGBB in upper case. */
  color: z.string().nullable(),
  createdAt: z.iso.datetime().nullable(),
  /** Files of other services have none of these. */
  updatedAt: z.iso.datetime().optional(),
  isPrivate: z.boolean().optional(),
  position: z.optional(NotePosition),
  anchor: z.optional(NoteAnchor),
})
export type RowNote = z.infer<typeof RowNote>

/** A collection that a file describes, also one without links. `ref` is its number in the file. */
export const FileCollection = z.object({
  ref: z.int().positive(),
  name: atMost(COLLECTION_NAME_MAX).min(1),
  description: atMost(COLLECTION_DESCRIPTION_MAX).nullable(),
  /** #RRGGBB in upper case. */
  color: z.string().regex(COLLECTION_COLOR_PATTERN),
})
export type FileCollection = z.infer<typeof FileCollection>

/** Some rows of a file that follow each other, and what became of each. */
export const ImportChunk = z.object({
  firstRow: row,
  lastRow: row,
  rows: z.array(ImportRow),
  skipped: z.array(RowLeftOut),
  failed: z.array(RowLeftOut),
  shortened: z.array(Shortened),
  /** In the first chunk. */
  collections: z.array(FileCollection).optional(),
})
export type ImportChunk = z.infer<typeof ImportChunk>

/** A chunk has at most this many rows, and this many bytes of JSON, unless a single row has more. */
export const CHUNK_ROWS = 500
export const CHUNK_BYTES = 262_144
