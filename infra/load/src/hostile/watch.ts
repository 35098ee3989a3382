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
  /** Names of the processes that ended. */
  readonly ended: readonly string[]
}

/** Watches until the returned function is called. */
export const watch = ({ processes }: Stack): (() => Watched) => {
  const before = processes()
  const cpuOf = (name: string) => cpuSecondsOf(before[name]?.pid ?? 0)
  const count = () => ({ at: performance.now(), workers: cpuOf('workers'), nats: cpuOf('nats') })
  const began = count()
  let gatewayRss = 0
  const look = () => {
    gatewayRss = Math.max(gatewayRss, memoryOf(before.gateway?.pid ?? 0)?.rss ?? 0)
  }
  const looking = setInterval(look, 1_000)
  return () => {
    clearInterval(looking)
    look()
    const ended = count()
    const after = processes()
    const seconds = (ended.at - began.at) / 1_000
    return {
      seconds,
      gatewayRss,
      cpu: {
        workers: (ended.workers - began.workers) / seconds,
        nats: (ended.nats - began.nats) / seconds,
      },
      ended: Object.keys(before).filter(name => after[name]?.pid !== before[name]?.pid),
    }
  }
}
