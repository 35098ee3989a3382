import { z } from 'zod/mini'
import { Refusal } from './refusal.ts'

/** Answers of PATCH favorite and PATCH archive: the flag as it is now. */
export const FavoriteAnswer = z.object({ id: z.int(), isFavorite: z.boolean() })
export type FavoriteAnswer = z.infer<typeof FavoriteAnswer>
export const ArchiveAnswer = z.object({ id: z.int(), isArchived: z.boolean() })
export type ArchiveAnswer = z.infer<typeof ArchiveAnswer>

/** Answer of PUT /api/links/{id}/collection. */
export const CollectAnswer = z.object({ id: z.int(), collectionId: z.nullable(z.int()) })
export type CollectAnswer = z.infer<typeof CollectAnswer>

/** Answer of PATCH /api/links/{id}: what the person can edit, as it is now. A title from the page may take its place in lists. */
export const EditAnswer = z.object({
  id: z.int(),
  url: z.string(),
  title: z.string(),
  titleFrom: z.enum(['person', 'page']),
  note: z.nullable(z.string()),
  createdAt: z.string(),
})
export type EditAnswer = z.infer<typeof EditAnswer>

/** 409 of PATCH /api/links/{id}: somebody changed what the person edits. `current` is what the link has now. */
export const LinkChanged = z.extend(Refusal, {
  current: z.extend(EditAnswer, {
    tags: z.array(z.string()),
    collectionId: z.nullable(z.int()),
  }),
})
export type LinkChanged = z.infer<typeof LinkChanged>

/** Answers of PUT and DELETE /api/links/bulk: how many of the ids were found. */
export const BulkEditAnswer = z.object({ updatedCount: z.int() })
export type BulkEditAnswer = z.infer<typeof BulkEditAnswer>

export const BulkDeleteAnswer = z.object({ deletedCount: z.int() })
export type BulkDeleteAnswer = z.infer<typeof BulkDeleteAnswer>

/** askedCount: the links that were found. Those whose pages were read are left alone. */
export const RetryPagesAnswer = z.object({ askedCount: z.int() })
export type RetryPagesAnswer = z.infer<typeof RetryPagesAnswer>

/** Answer of DELETE /api/links/{id}, and of POST /api/links/{id}/extraction and .../reread (202: accepted, not done yet). */
export const LinkIdAnswer = z.object({ id: z.int() })
export type LinkIdAnswer = z.infer<typeof LinkIdAnswer>

export const ExtractionStatus = z.enum(['pending', 'ready', 'failed'])
export type ExtractionStatus = z.infer<typeof ExtractionStatus>

// A check of our own, because zod's tuples are code that the dashboard would load for this alone.
const Mark = z.custom<[from: number, to: number]>(mark => Array.isArray(mark) && mark.length === 2)

/** Words of an article around the matches of a search. It is text, no HTML; the marks are UTF-16 offsets, their ends exclusive. */
export const Snippet = z.object({ text: z.string(), marks: z.array(Mark) })
export type Snippet = z.infer<typeof Snippet>

/** A link in answers. Dates are ISO 8601 in UTC. */
export const Link = z.object({
  id: z.int(),
  url: z.string(),
  title: z.string(),
  note: z.nullable(z.string()),
  tags: z.array(z.string()),
  createdAt: z.string(),
  isFavorite: z.boolean(),
  isArchived: z.boolean(),
  collectionId: z.nullable(z.int()),
  /** The library of somebody else who shares it, to which its id and its collection belong. Absent: the caller's own. */
  library: z.optional(z.string()),
  /** The name of who saved it, where that is not the caller. */
  savedBy: z.optional(z.string()),
  // Facts from the page; null until extraction is ready, or where the page does not say.
  siteName: z.nullable(z.string()),
  // Absent from answers that a device kept before lists had it.
  author: z.optional(z.nullable(z.string())),
  favicon: z.nullable(z.string()),
  previewImage: z.nullable(z.string()),
  excerpt: z.nullable(z.string()),
  wordCount: z.nullable(z.int()),
  extraction: ExtractionStatus,
  /** A sentence for the user where extraction failed, else null. */
  extractionReason: z.nullable(z.string()),
  noteCount: z.int(),
  /** When the text of its article was read from the page. Only where one link is asked for. */
  readAt: z.optional(z.nullable(z.string())),
  /** The part of the text that the person has read, 0 to 1: null where they never began, 1 where they finished. */
  progress: z.nullable(z.number()),
  /** In a search, where only the article's text matched; for the first 20 such links of a page. */
  snippet: z.optional(Snippet),
})
export type Link = z.infer<typeof Link>

/** The facts of a link's page before it is read. */
export const UNREAD = {
  siteName: null,
  author: null,
  favicon: null,
  previewImage: null,
  excerpt: null,
  wordCount: null,
  extraction: 'pending',
  extractionReason: null,
} as const satisfies Partial<Link>

/** A link as it is after its save, before its page is read. */
export const newLink = (saved: Pick<Link, 'id' | 'url' | 'title' | 'note' | 'tags' | 'createdAt'>): Link => ({
  ...saved,
  isFavorite: false,
  isArchived: false,
  collectionId: null,
  ...UNREAD,
  noteCount: 0,
  progress: null,
})

export const LinkList = z.object({
  links: z.array(Link),
  /** Number of links under these filters, on all pages. */
  total: z.int(),
  /** True where a search found more than `total` links and stopped counting there. */
  totalIsLowerBound: z.optional(z.boolean()),
  /** The search has terms of paid plans, which this plan reads as plain words. */
  advancedSearch: z.optional(z.enum(['upgrade'])),
  /** Links of a library as it was that are not there today. */
  gone: z.optional(z.array(z.int())),
  hasMore: z.boolean(),
  /** The cursor of the next page; null on the last page. */
  nextCursor: z.nullable(z.string()),
})
export type LinkList = z.infer<typeof LinkList>

/** A version of an article's text, and when it was read from its page. */
export const ContentVersion = z.object({ contentHash: z.string(), readAt: z.string() })
export type ContentVersion = z.infer<typeof ContentVersion>

/** How far the person has read: UTF-16 units into the text of that version, white space collapsed. */
export const ReadingPosition = z.object({
  offset: z.int(),
  contentHash: z.string(),
  updatedAt: z.string(),
})
export type ReadingPosition = z.infer<typeof ReadingPosition>

/** GET /api/links/{id}/content. content is sanitised HTML, null unless status is ready. */
export const LinkContent = z.object({
  status: ExtractionStatus,
  reason: z.nullable(z.string()),
  title: z.string(),
  author: z.nullable(z.string()),
  publishedDate: z.nullable(z.string()),
  content: z.nullable(z.string()),
  /** SHA-256 of the stored HTML, in hex: the version that `content` is. null unless status is ready. */
  contentHash: z.nullable(z.string()),
  siteName: z.nullable(z.string()),
  wordCount: z.nullable(z.int()),
  /** BCP 47 language of the page, for hyphenation and direction. */
  language: z.nullable(z.string()),
  /** Every version that was read, newest first. */
  versions: z.array(ContentVersion),
  position: z.nullable(ReadingPosition),
  /** The page is being read again, and the text may change. */
  isRereading: z.boolean(),
  /** Why the page could not be read when a person last asked for it again; null where it could. */
  rereadFailure: z.nullable(z.string()),
  /** The page was provided for this link as a person saw it, so it is not read again. */
  isProvided: z.optional(z.boolean()),
})
export type LinkContent = z.infer<typeof LinkContent>

export const CachedArticle = z.object({ title: z.string(), content: z.string() })
export type CachedArticle = z.infer<typeof CachedArticle>

/** GET /api/preview */
export const Preview = z.object({
  image: z.nullable(z.string()),
  /** The title that a link without one gets, as far as the head of the page tells; null where the page has none or did not come. */
  title: z.nullable(z.string()),
})
export type Preview = z.infer<typeof Preview>
