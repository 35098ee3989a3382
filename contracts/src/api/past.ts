import { z } from 'zod/mini'

/**
 * GET /api/links, /api/links/ids, /api/counts, /api/collections and /api/tags take `at`: the answer is that of the library as it
 * was then. Articles, notes and how far one has read are not part of it: titles are as they were typed or taken from the address,
 * and words are looked for in titles and sites. The orders are newest and oldest.
 */
export const PastQuery = z.object({
  at: z.optional(z.iso.datetime('at must be a moment like 2024-05-01T12:00:00Z')),
})

/** The answer, 202 with Retry-After, while that moment is prepared. total is null until the events were counted. */
export const PastProgress = z.object({ folded: z.int(), total: z.nullable(z.int()) })
export type PastProgress = z.infer<typeof PastProgress>
