import { once } from 'node:events'
import { LANES } from '@lectern/contracts/read-model/lanes.ts'
import { parsePosition } from '@lectern/platform/event-store/position.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { createMetrics } from '@lectern/platform/process/metrics.ts'
import { connectParts } from '@lectern/projectors/connect.ts'
import { runEngine } from '@lectern/projectors/engine/engine.ts'
import { followedBy, type Group } from './group.ts'

/** What a process of one group is told to do. */
export type GroupTask = Group & {
  readonly databaseUrl: string
  readonly eventStoreUrl: string
  readonly eventStoreSecret: string
  readonly schema: string
  /** A position as checkpoints have it. */
  readonly until: string
  /** As projectors do at work, and not as in a rebuild. */
  readonly announce: boolean
}

export type GroupResult = { readonly cpu: number }

/** Projects the events of its group, once it is told to begin. It stands for a projector that leads its group alone. */
const run = async (task: GroupTask): Promise<void> => {
  const stops: (() => unknown)[] = []
  const parts = await connectParts({
    config: task,
    log: createLog('projectors', 'error'),
    metrics: createMetrics('projectors'),
    signal: new AbortController().signal,
    onStop: stop => stops.push(stop),
  })
  const store = followedBy(parts.store, task)
  process.send?.('ready')
  await once(process, 'message')
  const began = process.cpuUsage()
  const until = new Map(LANES.map(lane => [lane, parsePosition(task.until)]))
  await runEngine({ ...parts, store, schema: task.schema, announce: task.announce, until })
  const { user, system } = process.cpuUsage(began)
  process.send?.({ cpu: (user + system) / 1_000_000 } satisfies GroupResult)
  for (const stop of stops) await stop()
  process.exit(0)
}

process.once('message', (task: GroupTask) => void run(task))
process.on('disconnect', () => process.exit(0))
