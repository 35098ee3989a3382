import { randomUUID } from 'node:crypto'
import { type EventStore, WrongExpectedRevision } from './port.ts'

const STREAM = 'lectern-store'

/**
 * The id that names this store, given to it on first use. Checkpoints, snapshots and cookies carry it, so that they are
 * never taken for those of another store.
 */
export async function ensureStoreId(store: EventStore): Promise<string> {
  const known = await readStoreId(store)
  if (known) return known
  const storeId = randomUUID()
  const created = { id: randomUUID(), type: 'StoreCreated', data: { storeId }, metadata: {} }
  try {
    await store.append(STREAM, 'no_stream', [created])
    return storeId
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error
    const other = await readStoreId(store)
    if (!other) throw error
    return other
  }
}

async function readStoreId(store: EventStore): Promise<string | undefined> {
  for await (const { data } of store.readStream(STREAM, { maxCount: 1 })) {
    const { storeId } = data as { storeId?: unknown }
    if (typeof storeId === 'string') return storeId
  }
  return undefined
}
