import { IN_BACKGROUND, setNiceness } from '@lectern/platform/niceness.ts'
import { runProcess } from '@lectern/platform/process.ts'
import { runWorkers } from './run.ts'

// Reading pages never takes the processor from somebody who waits; threads started from here inherit it.
setNiceness(IN_BACKGROUND)

await runProcess('workers', runWorkers)
