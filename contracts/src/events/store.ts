import { z } from 'zod'

/** The first event of every store. storeId distinguishes its checkpoints, snapshots and cookies from another store's. */
export const StoreCreated = z.object({
  type: z.literal('StoreCreated'),
  data: z.object({ storeId: z.uuid() }),
})
export type StoreCreated = z.infer<typeof StoreCreated>

export const STORE_STREAM = 'lectern-store'
