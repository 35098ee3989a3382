import { z } from 'zod/mini'

/**
 * GET /api/changes, server-sent events. Each `change` event says which of the caller's lists are out of date;
 * the client fetches the ones it shows. linkIds are there where few links changed, so that a reader can wait for its link.
 * `search` follows later, once searches find the changed links.
 */
export const Change = z.object({
  what: z.array(z.enum(['links', 'collections', 'extraction', 'account', 'search', 'imports', 'notes'])),
  linkIds: z.optional(z.array(z.int())),
  /** The list of exports is out of date. No value of `what`, since clients of version 1 refuse a new one. */
  exports: z.optional(z.boolean()),
  /** The history has something new; likewise. */
  history: z.optional(z.boolean()),
})
export type Change = z.infer<typeof Change>
