import { READ_VERSION } from '@lectern/contracts/read-model/tables.ts'
import { connectNats } from '@lectern/platform/nats/connect.ts'
import { Halt } from '@lectern/platform/process/halt.ts'
import type { ProcessTools, Started } from '@lectern/platform/process/process.ts'
import { backoff } from '@lectern/platform/process/until-there.ts'
import { connectParts, type ProjectorParts } from './connect.ts'
import { runEngine } from './engine/engine.ts'
import { pause, ReadModelReplaced, wakeable } from './engine/failures.ts'
import { type LeadState, whileLeading } from './lead.ts'
import { keepPasts } from './past/keep.ts'
import { adoptJobs, hasEarlierJobs } from './reactions/adopt-jobs.ts'
import { LOOPS, type LoopName } from './reactions/jobs.ts'
import { insist, runReactions } from './reactions/reactions.ts'
import { rebuild } from './rebuild.ts'
import { findSchema } from './schemas.ts'
import { checkStore } from './store-check.ts'

/** Starts the read models and, once they serve, the reactions. Beside projectors that lead, it waits until those are gone. */
export const startProjectors = async (tools: ProcessTools<'projectors'>): Promise<Started> => {
  const { config, onStop } = tools
  const parts = await connectParts(tools)
  let isReady = false
  const onChange = (state: LeadState) => {
    // One that leads is ready once the read models serve.
    isReady = state === 'waits'
    parts.metrics.leads.set(state === 'leads' ? 1 : 0)
  }
  // A Halt is an unhandled rejection, which ends the process with its message.
  const leading = whileLeading({ ...parts, databaseUrl: config.databaseUrl, onChange }, signal =>
    lead(tools, { ...parts, signal }, () => {
      isReady = true
    }),
  )
  onStop(() => leading.catch(() => {}))
  return { ready: async () => isReady }
}

const lead = async (
  tools: ProcessTools<'projectors'>,
  parts: ProjectorParts,
  onServing: () => void,
): Promise<void> => {
  const { databaseUrl } = tools.config
  const { signal } = parts
  const serving = Promise.withResolvers<void>()
  const projecting = keepReadModels(parts, () => {
    onServing()
    serving.resolve()
  })
  const react = async () => {
    await takeOver(tools, parts)
    await Promise.all(Object.keys(LOOPS).map(loop => runReactions({ ...parts, loop: loop as LoopName })))
  }
  const followUp = async () => {
    // Reactions look up articles, and a past has the tables that serve, so they wait for the first read models.
    await Promise.race([serving.promise, wakeable(signal).promise])
    if (!signal.aborted) await Promise.all([react(), keepPasts({ ...parts, databaseUrl })])
  }
  await Promise.all([projecting, followUp()])
}

/** Nothing waits in NATS in an installation that began with this version or has taken over before. */
const takeOver = async (
  { config, log, onStop }: Pick<ProcessTools<'projectors'>, 'config' | 'log' | 'onStop'>,
  parts: ProjectorParts,
): Promise<void> => {
  if (!(await insist(parts, () => hasEarlierJobs(parts)))) return
  const connecting = connectNats({ url: config.natsUrl, name: 'projectors', log })
  const nats = await Promise.race([connecting, wakeable(parts.signal).promise])
  if (!nats) return void connecting.then(late => late.close())
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
