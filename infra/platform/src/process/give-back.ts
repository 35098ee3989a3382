import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Busier than this, as a share of one processor, is not quiet. */
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
 * keeps for the next. Left to itself V8 keeps both for as long as nothing is allocated. Takes some 50 ms, in which nobody
 * is likely to wait.
 */
export const giveBackWhenQuiet = ({ lookEvery = 5_000, quiet = 60_000, busy = 1_000 }: Spells = {}): void => {
  let before = 0
  let worked = 0
  let quietFor = 0
  const look = () => {
    // Of all threads, and since the process began: its start is the first busy spell.
    const { user, system } = process.cpuUsage()
    const now = (user + system) / 1_000
    const took = now - before
    before = now
    worked += took
    quietFor = took > QUIET_MAX * lookEvery ? 0 : quietFor + lookEvery
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
