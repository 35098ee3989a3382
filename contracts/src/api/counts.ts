import { z } from 'zod/mini'

export const TAGS_COUNTED_MAX = 100

/** GET /api/counts. The numbers of sidebar, badges and meters; exact, read in constant time. */
export const Counts = z.object({
  /** All saved links, archived ones too. They count towards the plan's limit. */
  used: z.int(),
  /** The plan's limit; null is unlimited. */
  allowed: z.nullable(z.int()),
  /** The number at All Articles: links that are not archived. */
  active: z.int(),
  archived: z.int(),
  /** Favourites that are not archived. */
  favorites: z.int(),
  /** Links of each collection that are not archived; empty collections too, in the order of GET /api/collections. */
  collections: z.array(z.object({ id: z.int(), count: z.int() })),
  /** Links that are not archived and in no collection. */
  uncollected: z.int(),
  /** Number of distinct tags on links that are not archived. */
  tagCount: z.int(),
  /** The most used of these tags, at most TAGS_COUNTED_MAX, by count, then by name. */
  tags: z.array(z.object({ tag: z.string(), count: z.int() })),
})
export type Counts = z.infer<typeof Counts>

/**
 * GET /api/tags. All tags by count, then by name; each in its most used spelling. `count` is of links that are not archived, and
 * `archived` of the others; the tags that only those have come last.
 */
export const TagList = z.object({
  tags: z.array(z.object({ tag: z.string(), count: z.int(), archived: z.optional(z.int()) })),
})
export type TagList = z.infer<typeof TagList>
