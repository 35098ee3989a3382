import { z } from 'zod'
import { SHARE_KINDS } from '../shares.ts'
import { at, collectionId, linkId } from './library-fields.ts'

// Public links. Their tokens, passwords and what they keep as it was are in no event (command-api/migrations/shares).

/** What is shared: the collection, or the link of the article. */
const shared = { kind: z.enum(SHARE_KINDS), linkId: linkId.optional(), collectionId: collectionId.optional() }

/** `renews` is the public link in whose place it is. Then that was withdrawn by the same command. */
export const ShareMade = z.object({
  type: z.literal('ShareMade'),
  data: z.object({
    shareId: z.uuid(),
    renews: z.uuid().optional(),
    ...shared,
    live: z.boolean(),
    withNotes: z.boolean(),
    fullText: z.boolean(),
    hasPassword: z.boolean(),
    /** null: never. */
    expiresAt: at.nullable(),
    at,
  }),
})

export const ShareWithdrawn = z.object({
  type: z.literal('ShareWithdrawn'),
  data: z.object({ shareId: z.uuid(), ...shared, at }),
})
