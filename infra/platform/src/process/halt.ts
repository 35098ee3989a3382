/** A failure that a restart cannot mend. The process prints the message and ends with status 78 (EX_CONFIG). */
export class Halt extends Error {
  override readonly name = 'Halt'
}
