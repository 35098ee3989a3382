import { z } from 'zod/mini'
import { ImportSource } from '../import-sources.ts'
import { DIRECT_ARTICLES_MAX } from '../limits.ts'

/** A row of a file as the preview shows it and as import-direct takes it. */
export const PreviewArticle = z.object({
  url: z.string(),
  title: z.string(),
  note: z.nullable(z.string()),
  tags: z.array(z.string()),
  /** ISO 8601 in UTC; null where the file does not say. */
  savedAt: z.nullable(z.string()),
  isFavorite: z.boolean(),
  isArchived: z.boolean(),
  /** The name of its collection. */
  collection: z.nullable(z.string()),
})
export type PreviewArticle = z.infer<typeof PreviewArticle>

/** POST /api/migrate/analyze and POST /api/import/{source}/preview. */
export const ImportPreview = z.object({
  uploadId: z.string(),
  /** The service whose format the file has, which may be another than the chosen one. */
  source: ImportSource,
  /** All rows up to 5,000 and 16 MB of JSON; beyond that the first 100. */
  articles: z.array(PreviewArticle),
  sampled: z.boolean(),
  totalItems: z.int(),
  newItems: z.int(),
  /** Rows whose link is in the library already, or that repeat an earlier row. */
  duplicateCount: z.int(),
  /** Rows that cannot be saved. */
  failedCount: z.int(),
  /** Rows that the person did not save. */
  skippedCount: z.int(),
  /** Notes and highlights of the new rows. */
  noteCount: z.int(),
  /** Names, at most 1,000, the most frequent first. */
  tags: z.array(z.string()),
  tagCount: z.int(),
  domains: z.array(z.string()),
  domainCount: z.int(),
})
export type ImportPreview = z.infer<typeof ImportPreview>

const proceedWithFree = z._default(z.boolean('proceedWithFree must be true or false'), false)
/** Duplicates add their tags and folders to the links that are there. */
const addToExisting = z._default(z.boolean('addToExisting must be true or false'), false)
const uploadId = z.guid('uploadId must be an id that a preview gave')
const articles = z.array(z.unknown(), 'articles must be a list')

/** POST /api/migrate/import-direct. With uploadId the stored file is imported; else the articles, each checked anew. */
export const ImportDirectRequest = z.object({
  uploadId: z.optional(uploadId),
  articles: z.optional(articles.check(z.maxLength(DIRECT_ARTICLES_MAX, 'Please upload the file again.'))),
  /** The number of rows of the preview: more than the articles sent are refused. */
  totalItems: z.optional(z.int('totalItems must be a whole number')),
  proceedWithFree,
  addToExisting,
})
export type ImportDirectRequest = z.input<typeof ImportDirectRequest>

/** POST /api/import/{source} with JSON in place of a file. */
export const ImportUploadRequest = z.object({ uploadId, proceedWithFree, addToExisting })
export type ImportUploadRequest = z.input<typeof ImportUploadRequest>

/** 202: the import goes on. */
export const ImportAccepted = z.object({ importId: z.string() })
export type ImportAccepted = z.infer<typeof ImportAccepted>

/** 200: the import has ended. `imported` and `importedCount` are the same number. */
export const ImportAnswer = z.object({
  importId: z.string(),
  source: ImportSource,
  imported: z.int(),
  importedCount: z.int(),
  duplicates: z.int(),
  skipped: z.int(),
  failed: z.int(),
  message: z.string(),
})
export type ImportAnswer = z.infer<typeof ImportAnswer>

export const ImportStatus = z.enum(['waiting', 'running', 'completed', 'failed'])
export type ImportStatus = z.infer<typeof ImportStatus>

/** An import and its sums: read = imported + duplicates + skipped + failed. */
export const Import = z.object({
  id: z.string(),
  source: ImportSource,
  fileName: z.string(),
  status: ImportStatus,
  /** A sentence for the user where the import failed, else null. */
  reason: z.nullable(z.string()),
  /** Rows that the preview counted; `read` reaches it. */
  expectedRows: z.int(),
  read: z.int(),
  imported: z.int(),
  duplicates: z.int(),
  /** Duplicates that added tags or a folder to a link that was there. */
  added: z.int(),
  skipped: z.int(),
  failed: z.int(),
  /** Entries of the ledger about links that lost something. */
  shortened: z.int(),
  /** Notes and highlights taken, and those that were not. */
  notes: z.int(),
  notesFailed: z.int(),
  requestedAt: z.string(),
  endedAt: z.nullable(z.string()),
})
export type Import = z.infer<typeof Import>

/** GET /api/imports: the latest 100, newest first. */
export const ImportList = z.object({ imports: z.array(Import) })
export type ImportList = z.infer<typeof ImportList>

/** `shortened` and `note` entries are about rows that were imported; a row has exactly one of the other kinds. */
export const LedgerKind = z.enum(['imported', 'duplicate', 'skipped', 'failed', 'shortened', 'note'])
export type LedgerKind = z.infer<typeof LedgerKind>

/** A duplicate would have added these to the link that was there. Absent: the link has it. */
export const LedgerLacks = z.object({
  collection: z.optional(z.string()),
  tags: z.optional(z.array(z.string())),
  isFavorite: z.optional(z.literal(true)),
  isArchived: z.optional(z.literal(true)),
  /** The date of the row, where the link has another. */
  savedAt: z.optional(z.string()),
})
export type LedgerLacks = z.infer<typeof LedgerLacks>

export const LedgerRow = z.object({
  row: z.int(),
  kind: LedgerKind,
  url: z.nullable(z.string()),
  /** The imported link, or the one that was there already. */
  linkId: z.nullable(z.int()),
  /** A sentence; null for imported rows. */
  reason: z.nullable(z.string()),
  /** The link of a duplicate lacks these; null where it lacks nothing, for other rows, and in imports of earlier versions. */
  lacks: z.nullable(LedgerLacks),
  /** The link got the tags and the folder of the duplicate; in another folder already, it got it as a tag. */
  isAdded: z.boolean(),
})
export type LedgerRow = z.infer<typeof LedgerRow>

/** GET /api/imports/{id}: the import and a page of its ledger, in the order of rows. */
export const ImportLedger = z.object({
  import: Import,
  rows: z.array(LedgerRow),
  /** null on the last page. */
  nextCursor: z.nullable(z.string()),
})
export type ImportLedger = z.infer<typeof ImportLedger>

const kinds = z.optional(
  z.pipe(
    z.string(),
    z.transform(list => LedgerKind.options.filter(kind => list.split(',').includes(kind))),
  ),
)

/** `kind` names kinds, joined with commas; all by default. GET /api/imports/{id}/rows.csv takes `kind` too. */
export const LedgerQuery = z.object({
  kind: kinds,
  cursor: z.optional(z.string().check(z.regex(/^\d{1,9}\.\d{1,9}$/, 'This cursor is not one of ours.'))),
})
