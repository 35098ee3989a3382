import { z } from 'zod'

/**
 * Metadata of every event that a command led to. Stored forever.
 * commandHash distinguishes a retried command from another command with the same id.
 */
export const EventMetadata = z.object({
  /** Who acted: a user id, `system` for policies and workers, or the id of a member. */
  actorId: z.string(),
  /** Who acted is a member of a shared collection, in the library of its owner. */
  isMember: z.literal(true).optional(),
  via: z.enum(['web', 'extension', 'import', 'api', 'system']),
  commandId: z.string(),
  commandHash: z.string(),
  /** The server generated commandId and told nobody, so the command cannot be repeated. */
  generated: z.literal(true).optional(),
  /** When it was recorded first, where it was moved from another store. */
  recordedAt: z.iso.datetime().optional(),
  /** The trace of the request, by W3C's Trace Context. */
  traceparent: z.string().optional(),
})
export type EventMetadata = z.infer<typeof EventMetadata>
