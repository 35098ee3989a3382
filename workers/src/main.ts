import { askForNiceness, NICENESS_OF_BACKGROUND } from '@lectern/platform/niceness.ts'
import { runProcess } from '@lectern/platform/process.ts'
import { runWorkers } from './run.ts'

// Reading pages never takes the processor from somebody who waits.
askForNiceness(NICENESS_OF_BACKGROUND)

await runProcess('workers', runWorkers)
