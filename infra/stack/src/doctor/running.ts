import { diagnose } from './diagnose.ts'
import { reportOf } from './report.ts'

/**
 * What `make doctor` says of a Lectern that runs, with the environment of its gateway, as in a container of it. Arguments are problems
 * that are known already.
 */
try {
  const operation = await diagnose(process.env)
  const known = process.argv.slice(2).map(what => ({ what, todo: '' }))
  const problems = [...known, ...operation.problems]
  process.stdout.write(`${reportOf({ ...operation, problems }).join('\n')}\n`)
  process.exit(problems.length === 0 ? 0 : 1)
} catch (error) {
  process.stderr.write(`! ${(error as Error).message}\n`)
  process.exit(1)
}
