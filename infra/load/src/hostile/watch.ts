import { consumers, streams } from '@lectern/contracts/jobs.ts'
import type { Nats } from '@lectern/platform/nats/connect.ts'
import { cpuSecondsOf } from '../measure/cpu.ts'
import { memoryOf } from '../measure/memory.ts'
import type { Stack } from '../world/stack.ts'

/** What the stack's processes did during an attack. */
export type Watched = {
  readonly seconds: number
  /** The greatest RSS in bytes. */
  readonly gatewayRss: number
  /** Shares of a core. */
  readonly cpu: { readonly workers: number; readonly nats: number }
  /** Jobs of imported links that NATS gave to workers a second. A job that was put back too early comes again and again. */
  readonly bulkJobs: number
  /** Names of the processes that ended. */
  readonly ended: readonly string[]
}

/** Watches until the returned function is called. */
export const watch = async ({ processes }: Stack, nats: Nats): Promise<() => Promise<Watched>> => {
  const manager = await nats.jetstreamManager({ checkAPI: false })
  const before = processes()
  const cpuOf = (name: string) => cpuSecondsOf(before[name]?.pid ?? 0)
  const count = async () => {
    const { delivered } = await manager.consumers.info(streams.jobs.name, consumers.extractBulk.name)
    return {
      at: performance.now(),
      workers: cpuOf('workers'),
      nats: cpuOf('nats'),
      jobs: delivered.consumer_seq,
    }
  }
  const began = await count()
  let gatewayRss = 0
  const look = () => {
    gatewayRss = Math.max(gatewayRss, memoryOf(before.gateway?.pid ?? 0)?.rss ?? 0)
  }
  const looking = setInterval(look, 1_000)
  return async () => {
    clearInterval(looking)
    look()
    const ended = await count()
    const after = processes()
    const seconds = (ended.at - began.at) / 1_000
    return {
      seconds,
      gatewayRss,
      cpu: {
        workers: (ended.workers - began.workers) / seconds,
        nats: (ended.nats - began.nats) / seconds,
      },
      bulkJobs: (ended.jobs - began.jobs) / seconds,
      ended: Object.keys(before).filter(name => after[name]?.pid !== before[name]?.pid),
    }
  }
}
