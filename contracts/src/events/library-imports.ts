import { z } from 'zod'
import { IdRanges } from '../id-ranges.ts'
import { codesOf, IMPORT_FAILURES, ROW_REASONS, SHORTENED_REASONS } from '../import-reasons.ts'
import { ImportSource } from '../import-sources.ts'
import { runsOf } from '../runs.ts'
import { at, collectionFields, collectionId, linkId, TagsBefore, titleFrom } from './library-fields.ts'

// The imports of a library. Their names and shapes are stored forever, too.

const { name, description, color } = collectionFields
const importId = z.uuid()
const row = z.int().positive()
const count = z.int().nonnegative()

/** A person asked for the import of an upload. Imports of a library run one after the other, in the order of these events. */
export const ImportRequested = z.object({
  type: z.literal('ImportRequested'),
  data: z.object({
    importId,
    uploadId: z.uuid(),
    /** SHA-256 of the file, in hex. */
    sha256: z.string(),
    /** The service whose format the file has. */
    source: ImportSource,
    fileName: z.string(),
    requestedBy: z.uuid(),
    /** Rows that the preview counted. */
    expectedRows: count,
    /** Rows above the plan's limit are skipped; otherwise there were none when the import was requested. */
    proceedWithFree: z.boolean(),
    /** Duplicates add their tags and folders to what is there. */
    addToExisting: z.boolean().optional(),
    at,
  }),
})

export const ImportStarted = z.object({
  type: z.literal('ImportStarted'),
  data: z.object({ importId, at }),
})

/** A link lacks these of a row of its address. A folder that it has as a tag does not count. */
export const Lacks = z.object({
  collection: z.string().optional(),
  tags: z.array(z.string()).optional(),
  isFavorite: z.literal(true).optional(),
  isArchived: z.literal(true).optional(),
  /** Another date than that of the link. */
  savedAt: at.optional(),
})
export type Lacks = z.infer<typeof Lacks>

const leftOut = z.object({ row, url: z.string().nullable(), reason: z.enum(codesOf(ROW_REASONS)) })

/**
 * Some rows of an import, from firstRow to lastRow: each is in exactly one of links, duplicates, skipped and failed.
 * `shortened` says what a link lost.
 */
export const LinksImported = z.object({
  type: z.literal('LinksImported'),
  data: z.object({
    importId,
    firstRow: row,
    lastRow: row,
    links: z.array(
      z.object({
        row,
        linkId,
        url: z.string(),
        urlKey: z.string(),
        title: z.string(),
        titleFrom,
        note: z.string().nullable(),
        tags: z.array(z.string()),
        savedAt: at,
        isFavorite: z.boolean(),
        isArchived: z.boolean(),
        collectionId: collectionId.nullable(),
      }),
    ),
    /** `ref` is the number of the collection in a file that describes its collections, as in `knownCollections`. */
    newCollections: z.array(
      z.object({
        collectionId,
        name,
        color,
        description: description.optional(),
        ref: row.optional(),
      }),
    ),
    /** Collections of the file that the library had already, by their names. */
    knownCollections: z.array(z.object({ ref: row, collectionId })).optional(),
    /** linkId is the link that was there already. isAdded: it got the tags and the folder, as a tag where it is in another. */
    duplicates: z.array(
      z.object({
        row,
        url: z.string(),
        linkId,
        lacks: Lacks.optional(),
        isAdded: z.literal(true).optional(),
      }),
    ),
    skipped: z.array(leftOut),
    failed: z.array(leftOut),
    shortened: z.array(z.object({ row, reason: z.enum(codesOf(SHORTENED_REASONS)) })),
    at,
  }),
})

export type ImportedRows = z.infer<typeof LinksImported>['data']

/** Tags and collections of links, one value for each, in ascending order of ids. */
const Places = z.object({ tags: TagsBefore, collectionId: runsOf(collectionId.nullable()) })

/** Duplicates of the LinksImported before it added to these links what they have now. Links of that LinksImported have it there. */
export const ImportAdded = z.object({
  type: z.literal('ImportAdded'),
  data: z.object({ importId, links: IdRanges, after: Places, before: Places, at }),
})

/** The sums of an import's events; read = imported + duplicates + skipped + failed. Notes are counted beside the rows. */
export const ImportTotals = z.object({
  read: count,
  imported: count,
  duplicates: count,
  skipped: count,
  failed: count,
})
export type ImportTotals = z.infer<typeof ImportTotals>

export const ImportCompleted = z.object({
  type: z.literal('ImportCompleted'),
  data: z.object({ importId, totals: ImportTotals, at }),
})

/** Links that were imported before stay. */
export const ImportFailed = z.object({
  type: z.literal('ImportFailed'),
  data: z.object({ importId, reason: z.enum(codesOf(IMPORT_FAILURES)), totals: ImportTotals, at }),
})

/**
 * An import was undone, which is final: its `links` and the `collections` that it made are gone, and its notes follow in the
 * notebook, about `noteCount`. `revisedNotes` are those of them that a person had changed, and chose to delete as well.
 * `takenBack` are links that lost what its duplicates had added. `left` is what stays, since a later act had changed it.
 */
export const ImportUndone = z.object({
  type: z.literal('ImportUndone'),
  data: z.object({
    importId,
    links: IdRanges,
    collections: IdRanges,
    noteCount: count,
    revisedNotes: IdRanges,
    takenBack: z.object({ links: IdRanges, after: Places }).optional(),
    left: z.object({ links: IdRanges, collections: IdRanges, notes: IdRanges }),
    at,
  }),
})
