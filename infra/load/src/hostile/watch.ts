import { cpuSecondsOf } from '../measure/cpu.ts'
import { memoryOf } from '../measure/memory.ts'
import type { Stack } from '../world/stack.ts'

/** What the stack's processes did during an attack. */
export type Watched = {
  /** The greatest RSS in bytes. */
  readonly gatewayRss: number
  /** Shares of a core during these seconds. */
  readonly seconds: number
  readonly cpu: { readonly workers: number; readonly nats: number }
  /** Names of the processes that ended. */
  readonly ended: readonly string[]
}

/** Watches until the returned function is called. */
export const watch = ({ processes }: Stack): (() => Watched) => {
  const before = processes()
  const began = performance.now()
  const cpuOf = (name: string) => cpuSecondsOf(before[name]?.pid ?? 0)
  const cpuBefore = { workers: cpuOf('workers'), nats: cpuOf('nats') }
  let gatewayRss = 0
  const look = () => {
    gatewayRss = Math.max(gatewayRss, memoryOf(before.gateway?.pid ?? 0)?.rss ?? 0)
  }
  const looking = setInterval(look, 1_000)
  return () => {
    clearInterval(looking)
    look()
    const seconds = (performance.now() - began) / 1_000
    const after = processes()
    return {
      gatewayRss,
      seconds,
      cpu: {
        workers: (cpuOf('workers') - cpuBefore.workers) / seconds,
        nats: (cpuOf('nats') - cpuBefore.nats) / seconds,
      },
      ended: Object.keys(before).filter(name => after[name]?.pid !== before[name]?.pid),
    }
  }
}
