/** A mistake of the operator, or something wrong with a backup, in one sentence. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault'
}
