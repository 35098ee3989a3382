import type { Mail } from '@lectern/command-api/mail/mails.ts'
import { stepsAfter } from '@lectern/command-api/policies/step-after.ts'
import type { AuditedEvent } from '@lectern/platform/audit/chain.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import type { Queryable } from '@lectern/platform/postgres/postgres.ts'

/** The mails that follow from an event. */
export const mailsAfter = (event: AuditedEvent, position: Position): Mail[] =>
  stepsAfter({
    ...event,
    position,
    revision: BigInt(event.revision ?? 0),
    created: new Date(event.created),
  }).flatMap(step => (step.kind === 'send-mail' ? step.mail : []))

/** Policies send no mail that was sent. */
export const noteSent = async (db: Queryable, mails: readonly Mail[]): Promise<void> => {
  for (const { eventId, kind, accountId, revision } of mails)
    await db.query(
      `INSERT INTO command.mails (event_id, kind, account_id, revision, ended_at) VALUES ($1, $2, $3, $4, now())
       ON CONFLICT DO NOTHING`,
      [eventId, kind, accountId, revision],
    )
}
