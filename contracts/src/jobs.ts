import { z } from 'zod'
import type { PageFacts } from './events/article.ts'
import { extractionFailureCodes } from './extraction.ts'
import { PAGE_LIMITS } from './page-limits.ts'
import { Plan } from './plans.ts'

/**
 * What travels over NATS: jobs (JetStream, from reactions to workers), commands (request and reply, from workers and
 * reactions to command-api) and work that is asked for and awaited (request and reply, from query-api to workers).
 */

// Jobs ------------------------------------------------------------------------------------------------------------

/** Work waits in JOBS until it is done; what failed for good lies in DEAD, under `dead.<the job's subject>`. */
export const streams = {
  jobs: { name: 'JOBS', subjects: ['jobs.>'] },
  dead: { name: 'DEAD', subjects: ['dead.>'] },
} as const

export const jobSubjects = { extractInteractive: 'jobs.extract.interactive' } as const

export const consumers = {
  extractInteractive: { name: 'extract-interactive', subject: jobSubjects.extractInteractive },
} as const

/**
 * Read the page at `url` and record the outcome for the article. `requestId` is the id of the event that asked
 * (LinkSaved, ArticleRetryRequested), so that a job delivered twice, or published twice, has one effect. Jobs of earlier
 * versions name nobody who asked, and no link.
 */
export const ExtractJob = z.object({
  articleId: z.string().min(1),
  url: z.string().min(1),
  requestId: z.string().min(1),
  /** Whose turn it takes: the library that the link is in. Retries of earlier versions name the person who asked. */
  askedBy: z.string().min(1).optional(),
  /** The link that is waiting, saved at `position`: once it is deleted nobody is. */
  link: z.object({ libraryId: z.guid(), linkId: z.int(), position: z.string() }).optional(),
})
export type ExtractJob = z.infer<typeof ExtractJob>

// Commands --------------------------------------------------------------------------------------------------------

export const commandSubjects = {
  recordArticle: 'command.record-article',
  setAllowance: 'command.set-allowance',
} as const

const atMost = (length: number) => z.string().max(length).nullable()
/** PageFacts as workers give them now. */
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

/** `detail` is for operators, never for the screen. `page` is what is known of a page that holds no article. */
export const NotExtracted = z.object({
  kind: z.literal('failed'),
  reason: z.enum(extractionFailureCodes),
  detail: z.string().max(500),
  page: BoundedFacts.nullable(),
})
export type NotExtracted = z.infer<typeof NotExtracted>

export const Outcome = z.discriminatedUnion('kind', [Extracted, NotExtracted])
export type Outcome = z.infer<typeof Outcome>

/** Of its JSON. NATS and the event store take a megabyte, in which the rest of the command has its place. */
export const OUTCOME_BYTES_MAX = 262_144

/** commandId is derived from the job, so that a redelivered job records once. */
export const RecordArticle = z.object({
  commandId: z.string().min(1),
  articleId: z.string().min(1),
  url: z.string().min(1),
  outcome: Outcome,
})
export type RecordArticle = z.infer<typeof RecordArticle>

/**
 * Plan and cap of a library follow what happened to its owner's account; `cause` is the id of that event, `causeRevision`
 * its revision, which messages of the version before do not have.
 */
export const SetAllowance = z.object({
  commandId: z.string().min(1),
  libraryId: z.string().min(1),
  plan: Plan,
  cause: z.string().min(1),
  causeRevision: z.int().nonnegative().optional(),
})
export type SetAllowance = z.infer<typeof SetAllowance>

/** Every reply over NATS. `position` is where the events were appended; a refusal is final, silence means try again. */
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

// Work that is awaited --------------------------------------------------------------------------------------------

export const workSubjects = { preview: 'work.preview' } as const

export const PreviewRequest = z.object({ url: z.string().max(8192) })
export type PreviewRequest = z.infer<typeof PreviewRequest>

/** What a page says of itself; all null where it says nothing or could not be fetched within 8 s. */
export const Preview = BoundedFacts.pick({ title: true, siteName: true, image: true, favicon: true })
export type Preview = z.infer<typeof Preview>
