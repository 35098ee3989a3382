import { randomUUID } from 'node:crypto'
import { STORE_STREAM, type StoreCreated } from '@lectern/contracts/events/store.ts'
import { requireVersion } from '../process/versions.ts'
import { type EventStore, WrongExpectedRevision } from './port.ts'

/**
 * The id of this store, which its first user appends. Checkpoints, snapshots and cookies carry it, so that they are never
 * used with another store.
 * @throws Halt where the store is too old
 */
export async function ensureStoreId(store: EventStore): Promise<string> {
  requireVersion('EventStoreDB or KurrentDB', await store.version())
  const known = await readStoreId(store)
  if (known) return known
  const storeId = randomUUID()
  const event: StoreCreated = { type: 'StoreCreated', data: { storeId } }
  const created = { id: randomUUID(), ...event, metadata: {} }
  try {
    await store.append(STORE_STREAM, 'no_stream', [created])
    return storeId
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error
    const other = await readStoreId(store)
    if (!other) throw error
    return other
  }
}

/** undefined where nobody has used the store yet. */
export async function readStoreId(store: EventStore): Promise<string | undefined> {
  for await (const { data } of store.readStream(STORE_STREAM, { maxCount: 1 })) {
    const { storeId } = data as { storeId?: unknown }
    if (typeof storeId === 'string') return storeId
  }
  return undefined
}
