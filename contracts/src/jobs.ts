import { z } from 'zod'
import type { PageFacts } from './events/article.ts'
import { extractionFailureCodes } from './extraction-failures.ts'
import { codesOf, IMPORT_FAILURES } from './import-reasons.ts'
import { ImportChunk, RowNote } from './import-rows.ts'
import { ImportSource } from './import-sources.ts'
import { PAGE_LIMITS } from './page-limits.ts'

/**
 * Jobs that wait in Postgres (work.ts), and messages over NATS: commands (request and reply, from workers to
 * command-api) and requests (request and reply, from query-api to workers).
 */

// Jobs ------------------------------------------------------------------------------------------------------------

/**
 * Read the page at `url` and record the outcome for the article. `requestId` is the id of the event that led to the job
 * (LinkSaved, ArticleRetryRequested), so that a job that is done twice has one effect. Jobs of earlier
 * versions name neither library nor link.
 */
export const ExtractJob = z.object({
  articleId: z.string().min(1),
  url: z.string().min(1),
  requestId: z.string().min(1),
  /** The library of the link, whose turn the job takes. Retries of earlier versions have the id of a user here. */
  askedBy: z.string().min(1).optional(),
  /** The link that waits for the article, saved at `position`. Nobody waits once it is deleted. */
  link: z.object({ libraryId: z.guid(), linkId: z.int(), position: z.string() }).optional(),
  /** A person asked for a page that could not be read, among many. */
  retries: z.boolean().optional(),
  /** The page is not fetched: a person provided it for `link` alone, whose own article it is. Its id in uploads.pages. */
  pageId: z.guid().optional(),
})
export type ExtractJob = z.infer<typeof ExtractJob>

/** Import the upload of an ImportRequested. */
export const ImportJob = z.object({ libraryId: z.guid(), importId: z.guid() })
export type ImportJob = z.infer<typeof ImportJob>

// Commands --------------------------------------------------------------------------------------------------------

export const commandSubjects = {
  recordArticle: 'command.record-article',
  startImport: 'command.start-import',
  importRows: 'command.import-rows',
  importNotes: 'command.import-notes',
  endImport: 'command.end-import',
} as const

const atMost = (length: number) => z.string().max(length).nullable()
/** PageFacts within the limits that workers keep. */
const BoundedFacts = z.object({
  title: atMost(PAGE_LIMITS.title),
  author: atMost(PAGE_LIMITS.author),
  siteName: atMost(PAGE_LIMITS.siteName),
  publishedAt: atMost(PAGE_LIMITS.publishedAt),
  excerpt: atMost(PAGE_LIMITS.excerpt),
  image: atMost(PAGE_LIMITS.image),
  favicon: atMost(PAGE_LIMITS.favicon),
  language: atMost(PAGE_LIMITS.language),
} satisfies Record<keyof PageFacts, unknown>)

/** The sanitised html is in content.documents under contentHash. */
export const Extracted = BoundedFacts.extend({
  kind: z.literal('extracted'),
  contentHash: z.string().regex(/^[0-9a-f]{64}$/),
  words: z.int().nonnegative(),
})
export type Extracted = z.infer<typeof Extracted>

/** `detail` is for operators, never for the screen. `page` has the facts of a page without an article. */
export const NotExtracted = z.object({
  kind: z.literal('failed'),
  reason: z.enum(extractionFailureCodes),
  detail: z.string().max(500),
  page: BoundedFacts.nullable(),
})
export type NotExtracted = z.infer<typeof NotExtracted>

export const Outcome = z.discriminatedUnion('kind', [Extracted, NotExtracted])
export type Outcome = z.infer<typeof Outcome>

/** Bytes of its JSON. NATS and the event store take a megabyte, the rest of the command included. */
export const OUTCOME_BYTES_MAX = 262_144

/** commandId is derived from the job, so that a redelivered job records once. `page`: a provided one, as in the job. */
export const RecordArticle = z.object({
  commandId: z.string().min(1),
  articleId: z.string().min(1),
  url: z.string().min(1),
  outcome: Outcome,
  page: z.object({ libraryId: z.guid(), linkId: z.int(), pageId: z.guid() }).optional(),
  /** The library that asked for it, as in the job. Nothing is recorded for one that is closed. */
  askedBy: z.string().min(1).optional(),
})
export type RecordArticle = z.infer<typeof RecordArticle>

const OfImport = z.object({ commandId: z.string().min(1), libraryId: z.guid(), importId: z.guid() })

/** Begin or resume an import. Its file and owner come from its ImportRequested. */
export const StartImport = OfImport
export type StartImport = z.infer<typeof StartImport>

/** waiting: another import of the library runs. ended: nothing is left to do. */
export const StartImportReply = z.discriminatedUnion('status', [
  z.object({
    ok: z.literal(true),
    status: z.literal('running'),
    uploadId: z.guid(),
    source: ImportSource,
    requestedAt: z.iso.datetime(),
    /** The first row of the last chunk recorded, whose notes may be missing; 1 at first. */
    resumeFrom: z.int().positive(),
  }),
  z.object({ ok: z.literal(true), status: z.enum(['waiting', 'ended']) }),
])
export type StartImportReply = z.infer<typeof StartImportReply>

/** Record the next rows. `wanted` are rows whose links the reply names. A chunk that is recorded already is answered anew. */
export const ImportRows = OfImport.extend({ chunk: ImportChunk, wanted: z.array(z.int()) })
export type ImportRows = z.infer<typeof ImportRows>

/** Wanted rows that were imported. Rows that are duplicates or were skipped have no entry. */
export const ImportRowsReply = z.object({
  ok: z.literal(true),
  links: z.array(z.object({ row: z.int(), linkId: z.int() })),
})
export type ImportRowsReply = z.infer<typeof ImportRowsReply>

/** Record notes of imported rows: batch n of the chunk that begins with firstRow. */
export const ImportNotes = OfImport.extend({
  firstRow: z.int().positive(),
  batch: z.int().nonnegative(),
  notes: z.array(RowNote.extend({ row: z.int().positive(), linkId: z.int().positive() })),
})
export type ImportNotes = z.infer<typeof ImportNotes>

/** Bytes of JSON of the notes of one batch. A note has at most 200,000 characters in all, so a single one may exceed it. */
export const NOTES_BATCH_BYTES = 700_000

/** `failure` null: every row was read. */
export const EndImport = OfImport.extend({ failure: z.enum(codesOf(IMPORT_FAILURES)).nullable() })
export type EndImport = z.infer<typeof EndImport>

/** Every reply over NATS. `position` is the position of the appended events. A refusal is final; after silence, try again. */
export const Reply = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), position: z.string().optional() }),
  z.object({
    ok: z.literal(false),
    code: z.string(),
    message: z.string(),
    retryable: z.boolean().default(false),
  }),
])
export type Reply = z.infer<typeof Reply>

// Requests ---------------------------------------------------------------------------------------------------------

export const workSubjects = {
  preview: 'work.preview',
  analyze: 'work.analyze',
  articleOpened: 'work.article-opened',
} as const

/** Read an upload as the chosen source and store its ImportPreview in content.upload_previews; without articles it is faster. */
export const AnalyzeRequest = z.object({
  uploadId: z.guid(),
  libraryId: z.guid(),
  source: ImportSource,
  withArticles: z.boolean(),
})
export type AnalyzeRequest = z.infer<typeof AnalyzeRequest>

export const PreviewRequest = z.object({ url: z.string().max(8192) })
export type PreviewRequest = z.infer<typeof PreviewRequest>

/** Facts of a page; all null where it states none or could not be fetched within 8 s. */
export const Preview = BoundedFacts.pick({ title: true, siteName: true, image: true, favicon: true })
export type Preview = z.infer<typeof Preview>

/** A person opened an article. Nobody waits for an answer. */
export const ArticleOpened = z.object({
  articleId: z.string().regex(/^[0-9a-f]{64}$/),
  /** The version that is shown. */
  contentHash: z.string().regex(/^[0-9a-f]{64}$/),
  libraryId: z.guid(),
  /** Whether pictures have no copy that could be there. */
  lacksImages: z.boolean(),
})
export type ArticleOpened = z.infer<typeof ArticleOpened>

// Erasures ---------------------------------------------------------------------------------------------------------

/** command-api asks for them when an account is closed, until they are answered. They may be repeated. */
export const eraseSubjects = {
  /** Answered by workers. */
  content: 'erase.content',
} as const

const articleHash = z.string().regex(/^[0-9a-f]{64}$/)

/** Articles that are forgotten: nobody has a link with one. The message holds a part of a library's. */
export const EraseContent = z.object({
  /** A library that was closed. */
  libraryId: z.guid().optional(),
  /** `hashes` are all versions of its text. */
  articles: z
    .array(z.object({ articleId: articleHash, url: z.string(), hashes: z.array(articleHash) }))
    .max(1_000),
  uploadIds: z.array(z.guid()).max(10_000),
  importIds: z.array(z.guid()).max(10_000),
})
export type EraseContent = z.infer<typeof EraseContent>

export const Erased = z.object({ ok: z.literal(true) })
