import { z } from 'zod'

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
})
export type Counts = z.infer<typeof Counts>
