import type { AccountEvent } from '@lectern/contracts/events/account.ts'
import type { MailJob, MailKind } from '@lectern/contracts/jobs.ts'
import type { RecordedEvent } from '@lectern/platform/event-store/port.ts'

/** The mails that follow from an event of an account. */
const MAILS: { readonly [Type in AccountEvent['type']]?: readonly MailKind[] } = {
  AccountOpened: ['welcome'],
  PasswordResetRequested: ['reset'],
  PasswordChanged: ['password-changed'],
  EmailChangeRequested: ['confirm-old-email', 'confirm-new-email'],
  PlanPurchased: ['receipt'],
  PlanRefunded: ['refund'],
  PaymentReturned: ['refund'],
}

export const mailsAfter = (type: AccountEvent['type'], { id, revision }: RecordedEvent, accountId: string) =>
  (MAILS[type] ?? []).map(
    kind =>
      ({
        kind: 'mail',
        msgId: `${id}/mail-${kind}`,
        job: { kind, accountId, eventId: id, revision: Number(revision) } satisfies MailJob,
      }) as const,
  )
