import { z } from 'zod'

export const TAGS_COUNTED_MAX = 100

/** GET /api/counts. Everything a sidebar, badge or meter shows; exact, read in constant time. */
export const Counts = z.object({
  /** All saved links, archived ones too: what counts towards the plan's limit. */
  used: z.int(),
  /** The plan's limit; null is unlimited. */
  allowed: z.int().nullable(),
  /** All Articles: what is not archived. */
  active: z.int(),
  archived: z.int(),
  /** Favourites among what is not archived. */
  favorites: z.int(),
  /** What is not archived of each collection, empty ones too, in the order of GET /api/collections. */
  collections: z.array(z.object({ id: z.int(), count: z.int() })),
  /** What is not archived and in no collection. */
  uncollected: z.int(),
  /** How many tags there are on what is not archived, as they are written. */
  tagCount: z.int(),
  /** The most used of them, at most TAGS_COUNTED_MAX: by count, then by name. */
  tags: z.array(z.object({ tag: z.string(), count: z.int() })),
})
export type Counts = z.infer<typeof Counts>
