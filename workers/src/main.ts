import { runProcess } from '@lectern/platform/process.ts'
import { runWorkers } from './run.ts'

await runProcess('workers', runWorkers)
