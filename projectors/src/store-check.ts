import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { Halt } from '@lectern/platform/process/halt.ts'
import { isAtOrAfter, latest, readCheckpoints } from './engine/checkpoints.ts'

/**
 * Why the read models of a schema cannot follow a store, in one line for the operator: their checkpoints are of another
 * store, or beyond its end (it was put back to an earlier state). undefined where they can.
 */
export const mismatch = async (
  store: EventStore,
  pool: Pool,
  schema: string,
  storeId: string,
): Promise<string | undefined> => {
  const checkpoints = await readCheckpoints(pool, schema)
  if (checkpoints.storeId !== storeId)
    return `The read models are of event store ${checkpoints.storeId}, but EVENT_STORE_URL leads to ${storeId}. Correct EVENT_STORE_URL or DATABASE_URL, or run \`make rebuild\` to make them anew from this store.`
  const furthest = latest(checkpoints.positions)
  if (furthest !== undefined && !isAtOrAfter(await store.end(), furthest))
    return 'The read models are ahead of the event store, which must have been put back to an earlier state. Restore its latest copy, or run `make rebuild` to make them anew from this one.'
  return undefined
}

/** Going on with another store would silently lose or repeat events. @throws Halt */
export const checkStore = async (...models: Parameters<typeof mismatch>): Promise<void> => {
  const message = await mismatch(...models)
  if (message !== undefined) throw new Halt(message)
}
