/** What an audit found, or a mistake of the operator, in one sentence. */
export class AuditFault extends Error {
  override readonly name = 'AuditFault'
}
