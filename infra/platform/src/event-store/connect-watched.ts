import type { Pool } from '../postgres/postgres.ts'
import type { Config } from '../process/config.ts'
import type { ProcessTools } from '../process/process.ts'
import { connectEventStore } from './client.ts'
import { ensureStoreId } from './store-id.ts'
import { type StoreWatch, watchStore } from './watch.ts'

type Parts = Pick<ProcessTools<'gateway'>, 'log' | 'metrics' | 'signal' | 'onStop'> & {
  readonly config: Pick<Config, 'eventStoreUrl' | 'eventStoreSecret'>
  readonly pool: Pool
}

/**
 * Connects a process that takes commands to the event store, which takes nothing while it is behind the read models.
 * @throws Halt where the store is too old
 */
export const connectWatched = async (parts: Parts): Promise<StoreWatch & { readonly storeId: string }> => {
  const { config, pool, log, metrics, signal, onStop } = parts
  const { eventStoreUrl: url, eventStoreSecret: connectionName } = config
  const store = connectEventStore({ url, connectionName, log })
  onStop(() => store.close())
  const storeId = await ensureStoreId(store)
  return { ...(await watchStore({ store, storeId, pool, log, metrics, signal })), storeId }
}
