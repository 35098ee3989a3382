import { runProcess } from '@lectern/platform/process/process.ts'
import { runMailer } from './run.ts'

await runProcess('mailer', runMailer)
