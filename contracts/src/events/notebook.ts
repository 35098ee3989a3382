import { z } from 'zod'
import { IdRanges } from '../id-ranges.ts'
import { codesOf, NOTE_REASONS } from '../import-reasons.ts'

// These names and shapes are stored forever. A notebook has the notes of one library.

const at = z.iso.datetime()
const noteId = z.int().positive()
const linkId = z.int().positive()
const NoteType = z.enum(['note', 'highlight', 'quote'])

/** start and end are UTF-16 offsets in the article's text, white space collapsed. */
const Position = z.object({ start: z.int().nonnegative(), end: z.int().nonnegative() })

/** Text directly before and after the note, and the version of the article (the SHA-256 of its stored HTML). */
const Anchor = z.object({ prefix: z.string(), suffix: z.string(), contentHash: z.string() })

/** Places of a note in the page that an app of wallabag showed: XPaths, and offsets in the text of what they name. */
const Ranges = z.array(
  z.object({ start: z.string(), end: z.string(), startOffset: z.number(), endOffset: z.number() }),
)
export type NoteRanges = z.infer<typeof Ranges>

/**
 * The note is on a link that somebody shares with the writer, whose `memberId` there this is. `revision` is that of the owner's stream
 * at which the role was read.
 */
const of = z.object({ memberId: z.uuid(), revision: z.int().nonnegative() })

export const NoteTaken = z.object({
  type: z.literal('NoteTaken'),
  data: z.object({
    noteId,
    linkId,
    /** The client's own id of the note: a repetition takes no second note. */
    clientId: z.guid().nullable(),
    noteType: NoteType,
    content: z.string(),
    selectedText: z.string().nullable(),
    /** #RRGGBB in upper case. */
    color: z.string(),
    isPrivate: z.boolean(),
    position: Position.nullable(),
    /** Version 1 has none. */
    anchor: Anchor.nullable(),
    /** Kept for the apps that draw by them. */
    ranges: Ranges.optional(),
    /** Absent: the link is of the notebook's own library. */
    of: of.optional(),
    /** All who share the collection see it, while the writer is among them. */
    isShared: z.literal(true).optional(),
    at,
  }),
})

/** Fields that changed. `before` is the revision of the event that has the note's texts until now. */
export const NoteRevised = z.object({
  type: z.literal('NoteRevised'),
  data: z.object({
    noteId,
    changes: z.object({
      content: z.string().optional(),
      color: z.string().optional(),
      isPrivate: z.boolean().optional(),
      isShared: z.boolean().optional(),
    }),
    of: of.optional(),
    before: z.int().nonnegative(),
    at,
  }),
})

export const NoteDeleted = z.object({ type: z.literal('NoteDeleted'), data: z.object({ noteId, at }) })

/** All highlights of a link are deleted. */
export const HighlightsCleared = z.object({
  type: z.literal('HighlightsCleared'),
  data: z.object({ linkId, notes: IdRanges, of: of.optional(), at }),
})

/** The links are gone, and their notes with them. */
export const NotesOfLinksDeleted = z.object({
  type: z.literal('NotesOfLinksDeleted'),
  data: z.object({ links: IdRanges, notes: IdRanges, at }),
})

/**
 * Notes of imported rows, or of links that were brought back, whose event gives the `importId`. A chunk of an import (firstRow) may have several batches, numbered from 0. `failed` has the
 * notes that were not taken, one entry each.
 */
export const NotesImported = z.object({
  type: z.literal('NotesImported'),
  data: z.object({
    importId: z.uuid(),
    firstRow: z.int().positive(),
    batch: z.int().nonnegative(),
    notes: z.array(
      z.object({
        noteId,
        linkId,
        noteType: NoteType,
        content: z.string(),
        selectedText: z.string().nullable(),
        color: z.string(),
        /** The source's own date, or the time of the import. */
        createdAt: at,
        /** Only files of our own have these. Absent: createdAt, false, and none. */
        updatedAt: at.optional(),
        isPrivate: z.boolean().optional(),
        position: Position.optional(),
        anchor: Anchor.optional(),
      }),
    ),
    failed: z.array(z.object({ row: z.int().positive(), linkId, reason: z.enum(codesOf(NOTE_REASONS)) })),
    /** No import brought them. */
    isReturn: z.literal(true).optional(),
    /** A member who left a shared collection leaves them, without a name. All who share it see them. */
    isLeft: z.literal(true).optional(),
    at,
  }),
})

/** The import was undone, and its notes with it. Those on links that are gone have a NotesOfLinksDeleted. */
export const ImportedNotesDeleted = z.object({
  type: z.literal('ImportedNotesDeleted'),
  data: z.object({ importId: z.uuid(), notes: IdRanges, at }),
})

/** The collection of their links was handed over: the notes are on links of another library. Without `of` it is the notebook's own. */
export const NotesMoved = z.object({
  type: z.literal('NotesMoved'),
  data: z.object({ notes: z.array(z.tuple([noteId, linkId])), of: of.optional(), at }),
})

export const NotebookEvent = z.discriminatedUnion('type', [
  NoteTaken,
  NoteRevised,
  NoteDeleted,
  HighlightsCleared,
  NotesOfLinksDeleted,
  NotesImported,
  ImportedNotesDeleted,
  NotesMoved,
])
export type NotebookEvent = z.infer<typeof NotebookEvent>

export const notebookStream = (libraryId: string): string => `notebook-${libraryId}`
