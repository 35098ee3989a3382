import { ConfigError } from '@lectern/platform/process/config-error.ts'

/** A reason why the stack cannot start, as one line that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Prints an error to the console: expected errors in one line, bugs with their stack. */
export const complain = (error: unknown): void => {
  const isExpected = error instanceof StartError || error instanceof ConfigError
  const plain = isExpected || (error as NodeJS.ErrnoException).code !== undefined
  process.stderr.write(`${plain ? (error as Error).message : (error as Error).stack}\n`)
}
