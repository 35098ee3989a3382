import type { Queryable } from '@lectern/platform/postgres/postgres.ts'
import type { Mail } from './mails.ts'

/** A mail that failed for good. Operators see it for 30 days. */
export type FailedMail = Mail & { readonly since: Date; readonly failedAt: Date; readonly reason: string }

/** Names a mail among all. */
export const mailKey = ({ kind, eventId }: Pick<Mail, 'kind' | 'eventId'>): string => `${kind}/${eventId}`

const IS_NAMED = `failure IS NOT NULL AND ($1::text IS NULL OR kind || '/' || event_id = $1)`

/** The latest first. */
export const failedMails = async (db: Queryable, atMost: number): Promise<FailedMail[]> =>
  (
    await db.query<FailedMail>(
      `SELECT kind, account_id AS "accountId", event_id AS "eventId", revision, waits_since AS since,
         ended_at AS "failedAt", failure AS reason
       FROM command.mails WHERE failure IS NOT NULL ORDER BY ended_at DESC LIMIT $1`,
      [atMost],
    )
  ).rows

/** Has one, or all, sent as if they were new. One that would surprise by now is not sent. @returns how many */
export const retryMails = async (db: Queryable, key?: string): Promise<number> => {
  const { rowCount } = await db.query(
    `UPDATE command.mails SET failure = NULL, ended_at = NULL, waits_since = now(), next_try = now() WHERE ${IS_NAMED}`,
    [key ?? null],
  )
  return rowCount ?? 0
}

/** Forgets the failure. The row stays as that of a mail that ended, so that its event does not ask for it again. @returns how many */
export const dropMail = async (db: Queryable, key: string): Promise<number> => {
  const { rowCount } = await db.query(
    `UPDATE command.mails SET failure = NULL, ended_at = now() WHERE ${IS_NAMED}`,
    [key],
  )
  return rowCount ?? 0
}
