import { z } from 'zod'

/**
 * Metadata of every event that a command led to. Stored forever.
 * commandHash distinguishes a retried command from another command with the same id.
 */
export const EventMetadata = z.object({
  /** Who acted: a user id, or `system` for policies and workers. */
  actorId: z.string(),
  via: z.enum(['web', 'extension', 'import', 'api', 'system']),
  commandId: z.string(),
  commandHash: z.string(),
  /** The server generated commandId and told nobody, so the command cannot be repeated. */
  generated: z.literal(true).optional(),
})
export type EventMetadata = z.infer<typeof EventMetadata>
