import { writeFileSync } from 'node:fs'
import os from 'node:os'

/** Of what people wait for: one event loop beside the dozen sessions that Postgres alone has. */
export const NICENESS_OF_ANSWERS = -8
/** Of what nobody waits for. */
export const NICENESS_OF_BACKGROUND = 10

/**
 * Asks for less of the processor than others get, or below 0 for more, which only root may; threads started from here on
 * inherit it. Linux may share the processor out between sessions first, of which each process of ours and each of Postgres'
 * backends is one: then only the second way counts (sched(7)). What is refused, or unknown to this kernel, is left as it is.
 */
export const askForNiceness = (niceness: number): void => {
  const ways = [() => os.setPriority(niceness), () => writeFileSync('/proc/self/autogroup', String(niceness))]
  for (const ask of ways)
    try {
      ask()
    } catch {
      // As it was, it works as well, though with less or more haste.
    }
}
