import { withSecretFiles } from '@lectern/platform/process/secret-files.ts'
import { envBeside } from '../env-beside.ts'
import { examine } from './examine.ts'

/** `make doctor`: one sentence for each thing that needs a person, and what to do. Ends with 1 where there is one. */
try {
  process.env = withSecretFiles(process.env)
  const { isRunning, problems } = await examine(process.env)
  for (const problem of problems) process.stdout.write(`! ${problem}\n`)
  if (!isRunning) process.exit(1)
  const env = envBeside('gateway', process.env)
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value
} catch (error) {
  process.stderr.write(`! ${(error as Error).message}\n`)
  process.exit(1)
}
// It asks the parts of the Lectern that runs, and ends the process.
await import('@lectern/gateway/operate/doctor.ts')
