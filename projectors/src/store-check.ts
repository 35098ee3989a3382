import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Pool } from '@lectern/platform/postgres.ts'
import { Halt } from '@lectern/platform/process.ts'
import { isAtOrAfter, latest, readCheckpoints } from './engine/checkpoints.ts'

/**
 * Read models follow one store. @throws Halt where the checkpoints are of another, or beyond its end (the store was
 * put back to an earlier state): going on would lose or repeat events without a word.
 */
export const checkStore = async (
  store: EventStore,
  pool: Pool,
  schema: string,
  storeId: string,
): Promise<void> => {
  const checkpoints = await readCheckpoints(pool, schema)
  if (checkpoints.storeId !== storeId)
    throw new Halt(
      `The read models are of event store ${checkpoints.storeId}, but EVENT_STORE_URL leads to ${storeId}. Correct EVENT_STORE_URL or DATABASE_URL, or run \`make rebuild\` to make them anew from this store.`,
    )
  const furthest = latest(checkpoints.positions)
  if (furthest !== undefined && !isAtOrAfter(await store.end(), furthest))
    throw new Halt(
      'The read models are ahead of the event store, which must have been put back to an earlier state. Restore its latest copy, or run `make rebuild` to make them anew from this one.',
    )
}
