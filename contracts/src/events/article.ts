import { z } from 'zod'

// These names and shapes are stored forever.

const at = z.iso.datetime()
const text = z.string().nullable()

/** Facts that a page states about itself, often also a page without an article. Addresses are absolute http(s) urls. */
export const PageFacts = z.object({
  title: text,
  author: text,
  siteName: text,
  /** ISO 8601 date, or date and time, from the page. */
  publishedAt: text,
  excerpt: text,
  image: text,
  favicon: text,
  /** BCP 47, from the page. */
  language: text,
})
export type PageFacts = z.infer<typeof PageFacts>

const articleId = z.string().regex(/^[0-9a-f]{64}$/)

/** contentHash is the SHA-256 of the sanitised HTML and identifies a version of the article. */
export const ArticleExtracted = z.object({
  type: z.literal('ArticleExtracted'),
  data: PageFacts.extend({
    articleId,
    url: z.string(),
    contentHash: z.string(),
    words: z.int().nonnegative(),
    at,
  }),
})

/** reason is a code of extraction-failures.ts; detail is for operators. */
export const ArticleExtractionFailed = z.object({
  type: z.literal('ArticleExtractionFailed'),
  data: z.object({
    articleId,
    url: z.string(),
    reason: z.string(),
    detail: z.string(),
    page: PageFacts.nullable(),
    at,
  }),
})

/** A person asked for another attempt at a failed article, for a link in `libraryId`, which version 1 does not name. */
export const ArticleRetryRequested = z.object({
  type: z.literal('ArticleRetryRequested'),
  data: z.object({ articleId, url: z.string(), libraryId: z.guid().optional(), at }),
})

/** A person asked that the page of an article that was read be read again. */
export const ArticleRereadRequested = z.object({
  type: z.literal('ArticleRereadRequested'),
  data: z.object({ articleId, url: z.string(), libraryId: z.guid(), at }),
})

/**
 * The page was read again without a new text: it is the same, or, with `failure`, a code of extraction-failures.ts, it
 * could not be read. A new text is an ArticleExtracted.
 */
export const ArticleRereadEnded = z.object({
  type: z.literal('ArticleRereadEnded'),
  data: z.object({ articleId, url: z.string(), failure: z.string().nullable(), at }),
})

/**
 * Nobody has a link with this article any more, since accounts were closed or the last link went long ago: the events before
 * this one are gone. Who saves its address later has it read anew.
 */
export const ArticleForgotten = z.object({
  type: z.literal('ArticleForgotten'),
  data: z.object({ articleId, at }),
})

/** Versions of the text that are not kept any more: others are newer, and no note points to one of these. */
export const ArticleVersionsDropped = z.object({
  type: z.literal('ArticleVersionsDropped'),
  data: z.object({ articleId, contentHashes: z.array(z.string()), at }),
})

export const ArticleEvent = z.discriminatedUnion('type', [
  ArticleExtracted,
  ArticleExtractionFailed,
  ArticleRetryRequested,
  ArticleRereadRequested,
  ArticleRereadEnded,
  ArticleForgotten,
  ArticleVersionsDropped,
])
export type ArticleEvent = z.infer<typeof ArticleEvent>

export const articleStream = (articleId: string): string => `article-${articleId}`
