import { READ_VERSION } from '@lectern/contracts/read-model/tables.ts'
import { Halt } from '@lectern/platform/process/process.ts'
import { runEngine } from './engine/engine.ts'
import { backoff, pause, ReadModelReplaced } from './engine/failures.ts'
import { type RebuildParts, rebuild } from './rebuild.ts'
import { findCurrent } from './schemas.ts'
import { checkStore } from './store-check.ts'

/** Keeps the read models up to date until the signal aborts, through whatever happens to Postgres and the event store. @throws Halt */
export const keepReadModels = async (parts: RebuildParts, onServing: () => void): Promise<void> => {
  const { store, pool, storeId, log, metrics, signal } = parts
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      const current = await findCurrent(pool)
      if (current?.version === READ_VERSION) await checkStore(store, pool, current.schema, storeId)
      const schema = current?.version === READ_VERSION ? current.schema : await rebuild(parts)
      onServing()
      attempt = 0
      await runEngine({ store, pool, schema, log, metrics, signal, announce: true })
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof Halt) throw error
      if (error instanceof ReadModelReplaced) continue
      log.warn({ err: error }, 'projections begin again')
      await pause(backoff(attempt), signal)
    }
  }
}
