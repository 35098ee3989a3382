import { z } from 'zod/mini'

export const ExistingLink = z.object({ id: z.int(), title: z.string(), createdAt: z.string() })
export type ExistingLink = z.infer<typeof ExistingLink>

/** Body of every refusal (login alone answers plain text). */
export const Refusal = z.object({
  message: z.string(),
  error: z.string(),
  /** 409 of POST /api/links */
  isDuplicate: z.optional(z.boolean()),
  existingLink: z.optional(ExistingLink),
  /** 402 */
  currentCount: z.optional(z.int()),
  limit: z.optional(z.int()),
  upgradeRequired: z.optional(z.boolean()),
  /** An import that failed after it had begun */
  importId: z.optional(z.string()),
  /** 409 of an act with ifUndoable: it can be done without. */
  isTooLargeToUndo: z.optional(z.boolean()),
  /** 409 of PUT /api/notes/{id} and PATCH /api/links/{id}: what is there. NoteChanged and LinkChanged read it. */
  current: z.optional(z.unknown()),
  /** 409 of POST /api/signup where the email has an account */
  hasAccount: z.optional(z.boolean()),
  /** 410 of GET /api/invitations/{token}: somebody has accepted it, who may do so again. */
  isUsed: z.optional(z.boolean()),
  /** 404 of a moment before the library: when it was opened */
  openedAt: z.optional(z.string()),
})
export type Refusal = z.infer<typeof Refusal>
export type RefusalDetails = Omit<Refusal, 'message' | 'error'>
