import { readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'

/** Of what somebody waits for with each request: before the many backends of Postgres, each of which counts as much. */
export const SERVING = -9
/** Of what may take as long as it takes. */
export const IN_BACKGROUND = 10

/**
 * Where others want the processor too, has this process get less of it than they (up to 19) or more (down to -20), threads
 * that it starts from here on included. More takes root, or systemd's word for it; without that it stays as it is.
 */
export const setNiceness = (niceness: number): void => {
  try {
    os.setPriority(niceness)
    // Linux may share the processor out between sessions first: then only this counts (sched(7)). Never of a terminal's.
    if (hasOwnSession()) writeFileSync('/proc/self/autogroup', String(niceness))
  } catch {
    // We may not, or this kernel has no such thing.
  }
}

const hasOwnSession = (): boolean => {
  // proc(5): `pid (name) state parent group session …`; a name may hold anything.
  const [, , , session] = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return Number(session) === process.pid
}
