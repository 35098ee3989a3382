import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import { ensureStoreId } from '@lectern/platform/event-store/store-id.ts'
import { migrate } from '@lectern/platform/postgres/migrate.ts'
import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import type { ConfigOf } from '@lectern/platform/process/config.ts'
import { objectsIn } from './objects.ts'
import { openPlace } from './place/open-place.ts'
import { createSeal } from './seal.ts'
import { KEPT, PACKED } from './tables.ts'

/** The longest time of a Node timer, in ms. A copy of a table takes as long as it takes. */
const LONGEST_MS = 2 ** 31 - 1

/** The installation and its backups, for one run. Close it. @throws BackupFault, StoreUnavailable */
export const openBackups = async (config: ConfigOf<'backup'>) => {
  const place = openPlace(config)
  const seal = createSeal(config)
  const pool = connectPostgres({ url: config.databaseUrl, name: 'backup', max: 4, queryTimeout: LONGEST_MS })
  const store = connectEventStore({ url: config.eventStoreUrl, connectionName: config.eventStoreSecret })
  const close = async () => {
    await store.close()
    await pool.end()
  }
  try {
    const storeId = await ensureStoreId(store)
    const objects = objectsIn(place, seal)
    return {
      pool,
      store,
      storeId,
      place,
      objects,
      recipients: seal.recipients,
      isOpenHere: seal.recipients === '' || config.backupIdentity !== undefined,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

export type Backups = Awaited<ReturnType<typeof openBackups>>

/** Whether the services have made the tables that a backup copies. */
export const hasTables = async ({ pool }: Pick<Backups, 'pool'>): Promise<boolean> => {
  const tables = [...KEPT, ...PACKED.map(({ table }) => table)]
  const { rows } = await pool.query<{ has: boolean }>(
    'SELECT bool_and(to_regclass(name) IS NOT NULL) AS has FROM unnest($1::text[]) AS name',
    [tables],
  )
  return rows[0]?.has === true
}

/** Makes the tables that backups need. Those of the services must be there. */
export const migrateBackups = ({ pool }: Pick<Backups, 'pool'>): Promise<void> =>
  migrate(pool, { schema: 'backup', dir: new URL('../migrations', import.meta.url).pathname })
