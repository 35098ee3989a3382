import { z } from 'zod'

/** First event of every store: names it, so that checkpoints, snapshots and cookies of another store are told apart. */
export const StoreCreated = z.object({
  type: z.literal('StoreCreated'),
  data: z.object({ storeId: z.uuid() }),
})
export type StoreCreated = z.infer<typeof StoreCreated>

export const STORE_STREAM = 'lectern-store'
