import { createHash, randomBytes } from 'node:crypto'
import type { SignedInBy } from '@lectern/contracts/api/confirmation.ts'
import { CONFIRMED_MINUTES, SESSION_DAYS, SESSION_IDLE_DAYS } from '@lectern/contracts/retention.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Pool, Queryable } from '../postgres/postgres.ts'
import type { Caller } from './caller.ts'

/** A request renews last_seen_at once it is this old, so that a session costs one write an hour. */
const RENEW_AFTER = '1 hour'

/** A notification carries the id of a session that ended; gateways drop it from memory. */
export const SESSION_ENDED_CHANNEL = 'lectern_session_ended'

/** A notification carries the id of a user whose account or list of sessions changed; query-api tells the user's open tabs. */
export const ACCOUNT_CHANGED_CHANNEL = 'lectern_account_changed'

/** Tells a user's open tabs that the account changed, once the transaction is committed. */
export const tellOfAccount = async (db: Queryable, userId: string): Promise<void> => {
  await db.query('SELECT pg_notify($1, $2)', [ACCOUNT_CHANGED_CHANNEL, userId])
}

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Where a session is opened, as its owner sees it in a list. */
export type SessionPlace = {
  /** Such as Firefox on Linux; null where it is unknown. */
  readonly device: string | null
  /** A shortened network address. */
  readonly network: string
}

export type NewSession = {
  readonly userId: string
  readonly libraryId: string
  /** No session is opened if the user has another password hash by now. */
  readonly passwordHash: string
  readonly place: SessionPlace
  readonly signedInBy: SignedInBy
}

/**
 * Opens a session and gives its token (256 random bits), which is stored hashed. Deletes the user's expired sessions.
 * @returns undefined where the password was changed meanwhile
 */
export const createSession = async (
  pool: Pool,
  { userId, libraryId, passwordHash, place, signedInBy }: NewSession,
): Promise<string | undefined> => {
  const token = randomBytes(32).toString('base64url')
  const { rowCount } = await pool.query(
    `WITH over AS (
       DELETE FROM identity.sessions
       WHERE user_id = $3 AND (expires_at < now() OR last_seen_at < now() - interval '${SESSION_IDLE_DAYS} days')
     ), opened AS (
       INSERT INTO identity.sessions
         (id, token_hash, user_id, library_id, created_at, last_seen_at, expires_at, device, network, signed_in_by, confirmed_at)
       SELECT $1, $2, id, $4, now(), now(), now() + $5 * interval '1 day', $6, $7, $9, CASE WHEN $9 = 'passkey' THEN now() END
       -- Waits for a change of the password, which then ends the session that is older or opens none that is younger.
       FROM identity.users WHERE id = $3 AND password_hash = $8 FOR SHARE
       RETURNING user_id
     )
     SELECT pg_notify('${ACCOUNT_CHANGED_CHANNEL}', user_id::text) FROM opened`,
    [
      ...[uuidv7(), hashToken(token), userId, libraryId, SESSION_DAYS, place.device, place.network],
      ...[passwordHash, signedInBy],
    ],
  )
  return rowCount === 0 ? undefined : token
}

/** Notes that the person who uses a session has proved to be the account's owner. @returns when that was */
export const confirmSession = async (db: Queryable, sessionId: string): Promise<Date | undefined> => {
  const { rows } = await db.query<{ at: Date }>(
    'UPDATE identity.sessions SET confirmed_at = now() WHERE id = $1 RETURNING confirmed_at AS at',
    [sessionId],
  )
  return rows[0]?.at
}

/** Whether the person who uses a session has lately proved to be the account's owner. */
export const isConfirmed = async (db: Queryable, sessionId: string): Promise<boolean> => {
  const { rowCount } = await db.query(
    `SELECT FROM identity.sessions WHERE id = $1 AND confirmed_at > now() - interval '${CONFIRMED_MINUTES} minutes'`,
    [sessionId],
  )
  return rowCount === 1
}

/** The caller of a session token; undefined where the session is unknown, revoked, idle for 30 days or 180 days old. */
export const findSession = async (pool: Pool, token: string): Promise<Caller | undefined> => {
  const { rows } = await pool.query<Caller & { stale: boolean }>({
    name: 'find-session',
    text: `SELECT id AS "sessionId", user_id AS "userId", library_id AS "libraryId",
                  last_seen_at < now() - interval '${RENEW_AFTER}' AS stale
           FROM identity.sessions
           WHERE token_hash = $1 AND expires_at > now() AND last_seen_at > now() - interval '${SESSION_IDLE_DAYS} days'`,
    values: [hashToken(token)],
  })
  const session = rows[0]
  if (session === undefined) return undefined
  const { stale, ...caller } = session
  if (stale)
    await pool.query('UPDATE identity.sessions SET last_seen_at = now() WHERE id = $1', [caller.sessionId])
  return caller
}

/** Ends one session, on every gateway. */
export const revokeSession = async (db: Queryable, sessionId: string): Promise<void> => {
  await end(db, 'id = $1', [sessionId])
}

/** Ends one session of a user, on every gateway. @returns whether the user had it */
export const revokeSessionOf = async (db: Queryable, userId: string, sessionId: string): Promise<boolean> =>
  (await end(db, 'user_id = $1 AND id = $2', [userId, sessionId])) > 0

/** Ends the sessions of a user, on every gateway, but for one that may go on. @returns how many */
export const revokeSessions = (db: Queryable, userId: string, except?: string): Promise<number> =>
  end(db, 'user_id = $1 AND id IS DISTINCT FROM $2', [userId, except])

const end = async (db: Queryable, which: string, values: readonly unknown[]): Promise<number> => {
  const { rows } = await db.query<{ userId: string }>(
    `WITH ended AS (DELETE FROM identity.sessions WHERE ${which} RETURNING id, user_id)
     SELECT user_id AS "userId", pg_notify('${SESSION_ENDED_CHANNEL}', id::text) FROM ended`,
    [...values],
  )
  const [first] = rows
  // Afterwards, so that tabs of an ended session do not hear of it.
  if (first !== undefined) await tellOfAccount(db, first.userId)
  return rows.length
}
