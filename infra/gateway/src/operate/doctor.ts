import { diagnose } from './diagnose.ts'
import { reportOf } from './report.ts'

/** What `make doctor` says of a Lectern that runs, with the environment of its gateway, as in a container of it. */
try {
  const operation = await diagnose(process.env)
  process.stdout.write(`${reportOf(operation).join('\n')}\n`)
  process.exit(operation.problems.length === 0 ? 0 : 1)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
