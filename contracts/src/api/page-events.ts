import { z } from 'zod/mini'

/** Most that a page may say was paid, in cents. */
export const PAGE_EVENT_AMOUNT_MAX = 1_000_000

/** POST /api/page-events, for everybody: what the thank-you page says of its visit. It proves nothing and grants nothing. */
export const PageEventRequest = z.object({
  kind: z.enum(['purchase', 'conversion']),
  /** Cents. */
  amount: z.optional(z.int().check(z.minimum(0), z.maximum(PAGE_EVENT_AMOUNT_MAX))),
  /** Each kind is kept once for a transaction. */
  transactionId: z.optional(z.string().check(z.regex(/^[\w-]{1,200}$/))),
})
export type PageEventRequest = z.infer<typeof PageEventRequest>
