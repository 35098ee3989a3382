import { runProcess } from '@lectern/platform/process/process.ts'
import { startProjectors } from './projectors.ts'

await runProcess('projectors', startProjectors)
