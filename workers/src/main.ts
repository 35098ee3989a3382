import { writeFileSync } from 'node:fs'
import os from 'node:os'
import { runProcess } from '@lectern/platform/process/process.ts'
import { runWorkers } from './run.ts'

const NICENESS = 10

// Reading pages never takes the processor from somebody who waits; threads started from here inherit it.
os.setPriority(NICENESS)
try {
  // Linux may share the processor out between sessions first, of which this process is one: then only this counts (sched(7)).
  writeFileSync('/proc/self/autogroup', String(NICENESS))
} catch {
  // This kernel does not.
}

await runProcess('workers', runWorkers)
