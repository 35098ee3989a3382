import { AuditFault } from '@lectern/platform/audit/fault.ts'
import { ConfigError } from '@lectern/platform/process/config-error.ts'
import { Halt } from '@lectern/platform/process/halt.ts'
import { BackupFault } from './fault.ts'

/** What an operator can mend says so in one sentence. */
const PLAIN = [AuditFault, BackupFault, ConfigError, Halt]

/** Runs a program, prints what it says in the end, and exits. @param more errors of one sentence */
export const runMain = async (
  name: string,
  main: () => Promise<string>,
  more: readonly (new (...args: never[]) => Error)[] = [],
): Promise<never> => {
  try {
    process.stdout.write(`${await main()}\n`)
    process.exit(0)
  } catch (error) {
    const isPlain = [...PLAIN, ...more].some(each => error instanceof each)
    const { message, stack } = error as Error
    process.stderr.write(`${name}: ${isPlain ? message : (stack ?? String(error))}\n`)
    process.exit(1)
  }
}
