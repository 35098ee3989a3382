import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { JobHealth } from '@lectern/platform/work/work-health.ts'
import { z } from 'zod'

/** The subject of a mail. `confirm-old-email` and `confirm-new-email` go to both addresses of a change of email. */
export const MailKind = z.enum([
  'reset',
  'password-changed',
  'sign-in-changed',
  'confirm-old-email',
  'confirm-new-email',
  'welcome',
  'receipt',
  'refund',
  'invitation',
  'weekly',
  'handover',
])
export type MailKind = z.infer<typeof MailKind>

/**
 * A mail to the owner of an account about an event of it, or to whom that owner invited or offers a collection, about an event of the library. A weekly one is
 * about a collection that others share, and weekly.ts says what its id and revision are. What a mail says and to whom is found when it
 * is sent.
 */
export type Mail = {
  readonly kind: MailKind
  readonly accountId: string
  readonly eventId: string
  /** Of the event, in its stream. */
  readonly revision: number
}

export type WaitingMail = Mail & { readonly since: Date }

/** What became of an attempt. `done`: it was sent, or nobody should get it any more. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'later'; readonly delayMs: number; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }

/** A mail of which its process says nothing for this long is sent by another. */
const CLAIM_SECONDS = 15
/** Events are followed again after a restore, and no mail is sent so long after its event (prepare-mail.ts). */
const KEPT_DAYS = 8
/** Operators see for this long what failed for good. */
const FAILED_DAYS = 30
/** Time without a mail that ended after which mails are stalled. */
const PATIENCE_SECONDS = 3_600

export type Mails = {
  /** Has a mail sent, once however often it is asked for, unless its account is gone. @param before what a version before knew of it */
  add(mail: Mail, before?: { readonly since: Date; readonly failure: string | undefined }): Promise<void>
  /** A mail whose time has come, for this process to send. */
  take(): Promise<WaitingMail | undefined>
  /** Says that this process still sends those of them that are not settled. */
  hold(mails: readonly Mail[]): Promise<void>
  settle(mail: Mail, outcome: Outcome): Promise<void>
  /** Forgets the mails of a closed account. @returns false while one of them is being sent */
  forget(accountId: string): Promise<boolean>
  /** Forgets what ended long ago. */
  clean(): Promise<void>
}

/** Mails in Postgres, which any number of processes sends. */
export const mailsIn = (pool: Pool): Mails => ({
  add: async ({ kind, accountId, eventId, revision }, before) => {
    await pool.query(
      `INSERT INTO command.mails (event_id, kind, account_id, revision, waits_since, ended_at, failure)
       SELECT $1, $2, id, $4, coalesce($5, now()), CASE WHEN $6::text IS NOT NULL THEN $5 END, $6
       FROM identity.users WHERE id = $3 ON CONFLICT DO NOTHING`,
      [eventId, kind, accountId, revision, before?.since, before?.failure],
    )
  },
  take: async () => {
    const { rows } = await pool.query<WaitingMail>(
      `UPDATE command.mails SET claimed_until = now() + $1 * interval '1 second'
       WHERE (event_id, kind) = (
         SELECT event_id, kind FROM command.mails
         WHERE ended_at IS NULL AND next_try <= now() AND (claimed_until IS NULL OR claimed_until < now())
         ORDER BY next_try LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING event_id AS "eventId", kind, account_id AS "accountId", revision, waits_since AS since`,
      [CLAIM_SECONDS],
    )
    return rows[0]
  },
  hold: async mails => {
    await pool.query(
      `UPDATE command.mails SET claimed_until = now() + $3 * interval '1 second'
       WHERE claimed_until IS NOT NULL AND (event_id, kind) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))`,
      [mails.map(({ eventId }) => eventId), mails.map(({ kind }) => kind), CLAIM_SECONDS],
    )
  },
  settle: async ({ eventId, kind }, outcome) => {
    const delayMs = outcome.kind === 'later' ? outcome.delayMs : null
    const failure = outcome.kind === 'failed' ? outcome.reason : null
    await pool.query(
      `UPDATE command.mails SET claimed_until = NULL, failure = $4,
         next_try = coalesce(now() + $3 * interval '1 millisecond', next_try),
         ended_at = CASE WHEN $3::float8 IS NULL THEN now() END
       WHERE event_id = $1 AND kind = $2`,
      [eventId, kind, delayMs, failure],
    )
  },
  forget: async accountId => {
    await pool.query(
      'DELETE FROM command.mails WHERE account_id = $1 AND (claimed_until IS NULL OR claimed_until < now())',
      [accountId],
    )
    return (await pool.query('SELECT FROM command.mails WHERE account_id = $1', [accountId])).rowCount === 0
  },
  clean: async () => {
    await pool.query(
      `DELETE FROM command.mails
       WHERE ended_at < now() - CASE WHEN failure IS NULL THEN $1::int ELSE $2::int END * interval '1 day'
         OR NOT EXISTS (SELECT FROM identity.users WHERE id = account_id) AND (claimed_until IS NULL OR claimed_until < now())`,
      [KEPT_DAYS, FAILED_DAYS],
    )
  },
})

/** The state of mails, in the words of other jobs. */
export const mailHealth = async (pool: Pool): Promise<JobHealth> => {
  const { rows } = await pool.query<{ unfinished: number; dead: number; oldest: number; ended: number }>(
    `SELECT waiting.unfinished, coalesce(waiting.oldest, 0) AS oldest,
       (SELECT count(*)::int FROM command.mails WHERE failure IS NOT NULL) AS dead,
       coalesce((SELECT extract(epoch FROM now() - max(ended_at))::float8 FROM command.mails), 'infinity') AS ended
     FROM (SELECT count(*)::int AS unfinished, extract(epoch FROM now() - min(waits_since))::float8 AS oldest
       FROM command.mails WHERE ended_at IS NULL) AS waiting`,
  )
  const { unfinished = 0, dead = 0, oldest = 0, ended = Number.POSITIVE_INFINITY } = rows[0] ?? {}
  const isStalled = Math.min(oldest, ended) > PATIENCE_SECONDS
  return { kinds: [{ kind: 'mail', unfinished, oldestSeconds: oldest, isStalled }], dead }
}
