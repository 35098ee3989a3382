import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Busier than this, 0 to 1, is not quiet. */
const QUIET_MAX = 0.03

/** In ms. */
type Spells = {
  readonly lookEvery?: number
  /** As long as this without work is a quiet spell. */
  readonly quiet?: number
  /** After less work than this there is not much to give back. */
  readonly busy?: number
}

/**
 * Gives memory back to the operating system in the first quiet spell after each busy one: garbage, and the pages that V8
 * keeps for the next. Left to itself V8 keeps both for as long as nothing is allocated. Takes some 50 ms, and code runs
 * slower for a while afterwards: what V8 knew of it goes too.
 */
export const giveBackWhenQuiet = ({ lookEvery = 5_000, quiet = 60_000, busy = 1_000 }: Spells = {}): void => {
  let before = performance.eventLoopUtilization()
  // Its start is the first busy spell, of which the event loop tells nothing.
  let worked = busy
  let quietFor = 0
  const look = () => {
    const now = performance.eventLoopUtilization()
    const { active, utilization } = performance.eventLoopUtilization(now, before)
    before = now
    worked += active
    quietFor = utilization > QUIET_MAX ? 0 : quietFor + lookEvery
    if (worked < busy || quietFor < quiet) return
    collect()
    worked = 0
  }
  setInterval(look, lookEvery).unref()
}

/** The one collection that also empties V8's pool of pages: https://github.com/v8/v8, src/extensions/gc-extension.cc. */
const collect = () => {
  setFlagsFromString('--expose-gc')
  // The first requests after the quiet spell would wait for it to be compiled anew.
  setFlagsFromString('--no-flush-bytecode')
  const gc: NodeJS.GCFunction = runInNewContext('gc')
  gc({ type: 'major', flavor: 'last-resort' })
}
