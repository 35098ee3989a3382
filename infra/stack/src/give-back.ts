import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Busier than this, 0 to 1, is no quiet spell. */
const QUIET_MAX = 0.03

type Spells = {
  /** In ms. A spell as long as this without work is a quiet one. */
  readonly quiet?: number
  /** In ms. After less work than this there is not much to give back. */
  readonly busy?: number
}

/**
 * Gives memory back to the operating system in the first quiet spell after each busy one: garbage, and the pages that V8
 * keeps for the next. Left to itself V8 keeps both for as long as nothing is allocated. Takes some 50 ms, in which nobody
 * is likely to wait.
 */
export const giveBackWhenQuiet = ({ quiet = 5_000, busy = 1_000 }: Spells = {}): void => {
  // The one collection that also empties V8's pool of pages: https://github.com/v8/v8, src/extensions/gc-extension.cc.
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  let before = performance.eventLoopUtilization()
  // Its start is the first busy spell, of which the event loop tells nothing.
  let worked = busy
  const look = () => {
    const now = performance.eventLoopUtilization()
    const { active, utilization } = performance.eventLoopUtilization(now, before)
    before = now
    worked += active
    if (worked < busy || utilization > QUIET_MAX) return
    collect({ type: 'major', flavor: 'last-resort' })
    worked = 0
  }
  setInterval(look, quiet).unref()
}
