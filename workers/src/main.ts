import os from 'node:os'
import { runProcess } from '@lectern/platform/process.ts'
import { runWorkers } from './run.ts'

// Reading pages never takes the processor from somebody who waits; threads started from here inherit it.
os.setPriority(10)

await runProcess('workers', runWorkers)
