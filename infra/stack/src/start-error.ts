/** What keeps the stack from starting, as one line that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Says it to the person at the console: in one line, but for what can only be a mistake of ours. */
export const complain = (error: unknown): void => {
  const plain = error instanceof StartError || (error as NodeJS.ErrnoException).code !== undefined
  process.stderr.write(`${plain ? (error as Error).message : (error as Error).stack}\n`)
}
