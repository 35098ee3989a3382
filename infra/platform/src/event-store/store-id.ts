import { randomUUID } from 'node:crypto'
import { STORE_STREAM, type StoreCreated, StoreFilled } from '@lectern/contracts/events/store.ts'
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

/** Ids of the stores that this one was filled from, by restores and moves. */
export async function readEarlierStores(store: EventStore): Promise<readonly string[]> {
  const from: string[] = []
  for await (const { type, data } of store.readStream(STORE_STREAM)) {
    const filled = StoreFilled.safeParse({ type, data })
    if (filled.success) from.push(...filled.data.data.from)
  }
  return from
}

/** undefined where nobody has used the store yet. */
export async function readStoreId(store: EventStore): Promise<string | undefined> {
  for await (const { data } of store.readStream(STORE_STREAM, { maxCount: 1 })) {
    const { storeId } = data as { storeId?: unknown }
    if (typeof storeId === 'string') return storeId
  }
  return undefined
}
