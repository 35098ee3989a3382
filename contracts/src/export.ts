import { z } from 'zod'
import { ContentHash } from './api/content-hash.ts'
import { HistoryAct } from './api/history.ts'
import { Import } from './api/imports.ts'
import { ExtractionStatus } from './api/links.ts'
import { NoteAnchor, NotePosition, NoteType } from './api/notes.ts'

/**
 * The JSON export of a library: one object, its header first, then its lists in the order of EXPORT_LISTS. The header and
 * each record take one line, so that both ends read and write it record by record. Files of this version are read for
 * ever: later versions only add members.
 */
export const EXPORT_FORMAT = 'lectern'
export const EXPORT_VERSION = 1

const date = z.iso.datetime()
const id = z.int().positive()
const count = z.int().nonnegative()

/** The members before the lists. */
export const ExportHeader = z.object({
  format: z.literal(EXPORT_FORMAT),
  version: z.literal(EXPORT_VERSION),
  exportedAt: date,
  /** What it is an export of: the whole library, chosen links, or one collection. */
  scope: z.enum(['all', 'links', 'collection']),
  /** False: notes that are marked private were left out. */
  hasPrivateNotes: z.boolean(),
  /** Records of each list. */
  counts: z.object({
    ...{ collections: count, links: count, notes: count, imports: count, history: count },
    /** Files of before have none. */
    notesElsewhere: count.default(0),
  }),
})
export type ExportHeader = z.infer<typeof ExportHeader>

/** Ids are those of the exported library. A file names each collection that one of its links is in. */
export const ExportedCollection = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  color: z.string(),
})
export type ExportedCollection = z.infer<typeof ExportedCollection>

/** What Lectern knows of the page of a link. It is not the person's, so an import leaves it. */
const ExportedPage = z.object({
  status: ExtractionStatus,
  title: z.string().nullable(),
  author: z.string().nullable(),
  siteName: z.string().nullable(),
  publishedDate: z.string().nullable(),
  language: z.string().nullable(),
  excerpt: z.string().nullable(),
  wordCount: z.int().nullable(),
  /** The version of its text; null where it was never read. */
  contentHash: z.nullable(ContentHash),
})

/** Ascending by id, which is the order in which the links were saved. */
export const ExportedLink = z.object({
  id,
  url: z.string(),
  /** The link's own title. */
  title: z.string(),
  /** page: the person typed no title, and lists show the one of the page where it has one. */
  titleFrom: z.enum(['person', 'page']),
  note: z.string().nullable(),
  tags: z.array(z.string()),
  createdAt: date,
  isFavorite: z.boolean(),
  isArchived: z.boolean(),
  collectionId: id.nullable(),
  /** How far the person has read: UTF-16 units into the text of that version, of `length` in all where that is known. */
  position: z
    .object({
      offset: count,
      length: count.nullable(),
      contentHash: ContentHash,
      updatedAt: date,
    })
    .nullable(),
  page: ExportedPage,
})
export type ExportedLink = z.infer<typeof ExportedLink>

/** Ascending by linkId, then by id: a reader can join both lists as it reads them. Every note's link is in the file. */
export const ExportedNote = z.object({
  id,
  linkId: id,
  type: NoteType,
  content: z.string(),
  selectedText: z.string().nullable(),
  color: z.string(),
  isPrivate: z.boolean(),
  position: z.nullable(NotePosition),
  anchor: z.nullable(NoteAnchor),
  createdAt: date,
  updatedAt: date,
})
export type ExportedNote = z.infer<typeof ExportedNote>

/**
 * A note of the person's own on an article that somebody else shares, or shared. Those on one article follow one another. Imports
 * leave them, since the library has no link to put them on.
 */
export const ExportedNoteElsewhere = z.object({
  ...ExportedNote.omit({ id: true, linkId: true, position: true, anchor: true }).shape,
  /** null: it is not shared with the person any more. */
  article: z.object({ url: z.string(), title: z.string() }).nullable(),
})
export type ExportedNoteElsewhere = z.infer<typeof ExportedNoteElsewhere>

/** Newest first. Empty in an export of less than the whole library, as are `history` and `notesElsewhere`. */
export const ExportedImport = z.object(Import.shape)
export type ExportedImport = z.infer<typeof ExportedImport>

const { undo: _, ...told } = HistoryAct.shape

/**
 * Every act of the library, newest first, with the latest names of what it was about. An act that was undone stays as it was;
 * the one that took it back names it in `undone`.
 */
export const ExportedAct = z.object({
  ...told,
  /** The act in plain words. */
  sentence: z.string(),
  note: z
    .object({
      id,
      type: NoteType,
      /**
       * The beginning of the note's text after the act. In a file without private notes it is null, unless it is what a note
       * of the file says: earlier texts, and those of notes that are gone, may have been private.
       */
      text: z.string().nullable(),
      isGone: z.boolean(),
    })
    .optional(),
})
export type ExportedAct = z.infer<typeof ExportedAct>

/** The lists of a file, in their order. */
export const EXPORT_LISTS = {
  collections: ExportedCollection,
  links: ExportedLink,
  notes: ExportedNote,
  imports: ExportedImport,
  history: ExportedAct,
  notesElsewhere: ExportedNoteElsewhere,
} as const
export type ExportList = keyof typeof EXPORT_LISTS
