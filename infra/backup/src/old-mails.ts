import type { Mail } from '@lectern/command-api/mail/mails.ts'
import { askForWeekly } from '@lectern/command-api/mail/weekly.ts'
import { stepsAfter } from '@lectern/command-api/policies/step-after.ts'
import { UnreadableEvent } from '@lectern/contracts/events/read.ts'
import type { AuditedEvent } from '@lectern/platform/audit/chain.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import type { Queryable } from '@lectern/platform/postgres/postgres.ts'

/** The mails that follow from an event. None from one that cannot be read, by policies neither. */
export const mailsAfter = (event: AuditedEvent, position: Position): Mail[] => {
  const revision = BigInt(event.revision ?? 0)
  try {
    const steps = stepsAfter({ ...event, position, revision, created: new Date(event.created) })
    return steps.flatMap(step => (step.kind === 'send-mail' ? step.mail : []))
  } catch (error) {
    if (error instanceof UnreadableEvent) return []
    throw error
  }
}

/** Policies send no mail that was sent, nor is the last week told again. */
export const noteSent = async (db: Queryable, mails: readonly Mail[]): Promise<void> => {
  await askForWeekly(db)
  await db.query(`UPDATE command.mails SET ended_at = now() WHERE kind = 'weekly'`)
  for (const { eventId, kind, accountId, revision } of mails)
    await db.query(
      `INSERT INTO command.mails (event_id, kind, account_id, revision, ended_at) VALUES ($1, $2, $3, $4, now())
       ON CONFLICT DO NOTHING`,
      [eventId, kind, accountId, revision],
    )
}
