import { z } from 'zod'

/**
 * GET /api/changes, server-sent events. Each `change` event says which of the caller's lists are out of date;
 * the client fetches again what it shows. linkIds are named where there are few, so that a reader waits for its own.
 * `search` comes after the others, when searches find what they told of.
 */
export const Change = z.object({
  what: z.array(z.enum(['links', 'collections', 'extraction', 'account', 'search'])),
  linkIds: z.array(z.int()).optional(),
})
export type Change = z.infer<typeof Change>
