import { z } from 'zod'

/**
 * Metadata of every event that a command led to. Stored forever.
 * commandHash lets a retried command be told from another one under the same id.
 */
export const EventMetadata = z.object({
  /** Who acted: a user id, or `system` for reactions and workers. */
  actorId: z.string(),
  via: z.enum(['web', 'extension', 'import', 'api', 'system']),
  commandId: z.string(),
  commandHash: z.string(),
})
export type EventMetadata = z.infer<typeof EventMetadata>
