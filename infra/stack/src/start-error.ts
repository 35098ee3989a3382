/** What keeps the stack from starting, as one line that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
