import { z } from 'zod'
import { COLLECTION_NAME_MAX } from './collections.ts'
import { codesOf, ROW_REASONS, SHORTENED_REASONS } from './import-reasons.ts'
import { NOTE_MAX, NOTE_TEXT_MAX, TAG_MAX, TAGS_MAX, TITLE_MAX, URL_MAX } from './limits.ts'

/** The number of a record in its file, from 1, without the header; parts of a ZIP are counted on. */
const row = z.int().positive()
const atMost = (length: number) => z.string().max(length)

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
})
export type RowNote = z.infer<typeof RowNote>

/** Some rows of a file that follow each other, and what became of each. */
export const ImportChunk = z.object({
  firstRow: row,
  lastRow: row,
  rows: z.array(ImportRow),
  skipped: z.array(RowLeftOut),
  failed: z.array(RowLeftOut),
  shortened: z.array(Shortened),
})
export type ImportChunk = z.infer<typeof ImportChunk>

/** A chunk has at most this many rows, and this many bytes of JSON, unless a single row has more. */
export const CHUNK_ROWS = 500
export const CHUNK_BYTES = 262_144
