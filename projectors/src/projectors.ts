import { READ_VERSION } from '@lectern/contracts/read-model/tables.ts'
import { connectNats } from '@lectern/platform/nats/connect.ts'
import { Halt } from '@lectern/platform/process/halt.ts'
import type { ProcessTools, Started } from '@lectern/platform/process/process.ts'
import { connectParts, type ProjectorParts } from './connect.ts'
import { runEngine } from './engine/engine.ts'
import { backoff, pause, ReadModelReplaced } from './engine/failures.ts'
import { keepPasts } from './past/keep.ts'
import { adoptJobs, hasEarlierJobs } from './reactions/adopt-jobs.ts'
import { LOOPS, type LoopName } from './reactions/jobs.ts'
import { insist, runReactions } from './reactions/reactions.ts'
import { rebuild } from './rebuild.ts'
import { findSchema } from './schemas.ts'
import { checkStore } from './store-check.ts'

/** Starts the read models and, once they serve, the reactions. */
export const startProjectors = async (tools: ProcessTools<'projectors'>): Promise<Started> => {
  const { config, onStop } = tools
  const parts = await connectParts(tools)
  const serving = Promise.withResolvers<void>()
  let isServing = false

  // A Halt here or below is an unhandled rejection, which ends the process with its message.
  const projecting = keepReadModels(parts, () => {
    isServing = true
    serving.resolve()
  })
  onStop(() => projecting.catch(() => {}))

  const react = async () => {
    // Reactions look up articles, so they do not run while the first read models are being filled.
    await serving.promise
    await takeOver(tools, parts)
    if (tools.signal.aborted) return
    const reacting = Promise.all(
      Object.keys(LOOPS).map(loop => runReactions({ ...parts, loop: loop as LoopName })),
    )
    onStop(() => reacting)
    await reacting
  }
  const lookBack = async () => {
    // A past has the tables of the read models that serve.
    await serving.promise
    const keeping = keepPasts({ ...parts, databaseUrl: config.databaseUrl })
    onStop(() => keeping)
    await keeping
  }
  void react()
  void lookBack()
  return { ready: async () => isServing }
}

/** Nothing waits in NATS in an installation that began with this version or has taken over before. */
const takeOver = async (
  { config, log, onStop }: Pick<ProcessTools<'projectors'>, 'config' | 'log' | 'onStop'>,
  parts: ProjectorParts,
): Promise<void> => {
  if (!(await insist(parts, () => hasEarlierJobs(parts)))) return
  const nats = await connectNats({ url: config.natsUrl, name: 'projectors', log })
  onStop(() => nats.close())
  await insist(parts, () => adoptJobs(parts, nats))
  await nats.close()
}

/** Keeps the read models up to date until the signal aborts, also when Postgres or the event store fail. @throws Halt */
export const keepReadModels = async (parts: ProjectorParts, onServing: () => void): Promise<void> => {
  const { store, pool, storeId, log, signal } = parts
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      const current = await findSchema(pool, 'current')
      if (current?.version === READ_VERSION) await checkStore(store, pool, current.schema, storeId)
      const schema = current?.version === READ_VERSION ? current.schema : await rebuild(parts)
      onServing()
      attempt = 0
      await runEngine({ ...parts, schema, announce: true })
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof Halt) throw error
      if (error instanceof ReadModelReplaced) continue
      log.warn({ err: error }, 'projections begin again')
      await pause(backoff(attempt), signal)
    }
  }
}
