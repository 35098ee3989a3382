import { writeFileSync } from 'node:fs'
import os from 'node:os'
import { runProcess } from '@lectern/platform/process/process.ts'
import { runWorkers } from './run.ts'

const niceness = 10

// Requests of people go before reading pages. Threads that start later inherit the niceness.
os.setPriority(niceness)
try {
  // With autogroup scheduling, Linux ignores the niceness above and uses that of the session (sched(7)).
  writeFileSync('/proc/self/autogroup', String(niceness))
} catch {
  // The kernel has no autogroup scheduling.
}

await runProcess('workers', runWorkers)
