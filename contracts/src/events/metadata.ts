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
  /** commandId was made by us and told to nobody, so that this command cannot come again. */
  generated: z.literal(true).optional(),
})
export type EventMetadata = z.infer<typeof EventMetadata>
