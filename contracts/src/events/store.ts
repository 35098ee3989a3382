import { z } from 'zod'

/** The first event of every store. storeId distinguishes its checkpoints, snapshots and cookies from another store's. */
export const StoreCreated = z.object({
  type: z.literal('StoreCreated'),
  data: z.object({ storeId: z.uuid() }),
})
export type StoreCreated = z.infer<typeof StoreCreated>

/** A restore or a move filled the store. `from` are the ids of the stores that its events were in: payments keep naming those. */
export const StoreFilled = z.object({
  type: z.literal('StoreFilled'),
  data: z.object({ from: z.array(z.uuid()) }),
})
export type StoreFilled = z.infer<typeof StoreFilled>

export const StoreEvent = z.discriminatedUnion('type', [StoreCreated, StoreFilled])
export type StoreEvent = z.infer<typeof StoreEvent>

export const STORE_STREAM = 'lectern-store'
