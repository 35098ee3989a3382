import { z } from 'zod'

// These names and shapes are stored forever.

const at = z.iso.datetime()
const text = z.string().nullable()

/** What a page says of itself; known even of many pages that hold no article. Addresses are absolute http(s) ones. */
export const PageFacts = z.object({
  title: text,
  author: text,
  siteName: text,
  /** As the page states it: ISO 8601 date or date and time. */
  publishedAt: text,
  excerpt: text,
  image: text,
  favicon: text,
  /** BCP 47, as the page states it. */
  language: text,
})
export type PageFacts = z.infer<typeof PageFacts>

const articleId = z.string().regex(/^[0-9a-f]{64}$/)

/** contentHash is the SHA-256 of the sanitised HTML: one version of the article. */
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

/** reason is a code of extraction.ts; detail is for operators. */
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

/** A reader asked to have a failed article read again, for a link in `libraryId`. Events of earlier versions do not name it. */
export const ArticleRetryRequested = z.object({
  type: z.literal('ArticleRetryRequested'),
  data: z.object({ articleId, url: z.string(), libraryId: z.guid().optional(), at }),
})

export const ArticleEvent = z.discriminatedUnion('type', [
  ArticleExtracted,
  ArticleExtractionFailed,
  ArticleRetryRequested,
])
export type ArticleEvent = z.infer<typeof ArticleEvent>

export const articleStream = (articleId: string): string => `article-${articleId}`
