import { runProcess } from '@lectern/platform/process/process.ts'
import { runExporter } from './run.ts'

await runProcess('exporter', runExporter)
