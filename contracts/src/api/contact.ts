import { z } from 'zod/mini'

/** GET /api/contact, for everybody. */
export const Contact = z.object({ supportEmail: z.string() })
export type Contact = z.infer<typeof Contact>
