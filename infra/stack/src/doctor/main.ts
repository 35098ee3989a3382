import { join } from 'node:path'
import { withSecretFiles } from '@lectern/platform/process/secret-files.ts'
import { ROOT } from '../services.ts'
import { examine } from './examine.ts'

/** `make doctor`: one sentence for each thing that needs a person, and what to do. Ends with 1 where there is one. */
const { isRunning, problems } = await examine(withSecretFiles(process.env))
if (!isRunning) {
  for (const problem of problems) process.stdout.write(`! ${problem}\n`)
  process.exit(1)
}
// It asks the parts of the Lectern that runs, and ends the process.
const script = join(ROOT, 'infra/stack/src/doctor/running.ts')
process.argv = [process.execPath, '', 'gateway', script, ...problems]
await import('../with-stack-env.ts')
