import { z } from 'zod/mini'

/** Acts that a change names at most; one of more acts names none. */
export const CHANGE_ACTS_MAX = 20

/** An act that changed the library. */
export const ChangeAct = z.object({
  /** The Idempotency-Key of its request. */
  key: z.string(),
  /** All that it did, where it set flags or the collection of one link. */
  set: z.optional(
    z.object({
      linkId: z.int(),
      isFavorite: z.optional(z.boolean()),
      isArchived: z.optional(z.boolean()),
      collectionId: z.optional(z.nullable(z.int())),
    }),
  ),
})
export type ChangeAct = z.infer<typeof ChangeAct>

/**
 * GET /api/changes, server-sent events. Each `change` event says which of the caller's lists are out of date;
 * the client fetches the ones it shows. linkIds are there where few links changed, so that a reader can wait for its link.
 * `search` follows later, once searches find the changed links.
 */
export const Change = z.object({
  what: z.array(z.enum(['links', 'collections', 'extraction', 'account', 'search', 'imports', 'notes'])),
  linkIds: z.optional(z.array(z.int())),
  /**
   * The acts that made the change, in their order. Where they are there, nothing else did, but for `search`, `exports` and
   * `history`: a client that knows what they did need not fetch. Absent where they are many, and where no act did it.
   */
  acts: z.optional(z.array(ChangeAct)),
  /** The list of exports is out of date. No value of `what`, since clients of version 1 refuse a new one. */
  exports: z.optional(z.boolean()),
  /** The history has something new; likewise. */
  history: z.optional(z.boolean()),
  /** What others share with the caller is out of date, in these collections of their libraries; without any, the caller's own flags and notes on it. */
  shared: z.optional(z.array(z.object({ library: z.string(), collections: z.array(z.int()) }))),
  /** Something is shared with the caller that was not, or is no more, or the caller chose otherwise: GET /api/shared tells. */
  sharing: z.optional(z.boolean()),
})
export type Change = z.infer<typeof Change>
