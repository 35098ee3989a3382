import { createHash, randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Pool } from '../postgres/postgres.ts'
import type { Caller } from './caller.ts'

/** The table `identity.sessions` is migrated by command-api. */
const IDLE_DAYS = 30
const ABSOLUTE_DAYS = 180
/** A request renews last_seen_at once it is this old, so that a session costs one write an hour. */
const RENEW_AFTER = '1 hour'

/** A notification carries the id of a session that ended; gateways drop it from memory. */
export const SESSION_ENDED_CHANNEL = 'lectern_session_ended'

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Opens a session and gives its token (256 random bits), which is stored hashed. Deletes the user's expired sessions.
 */
export const createSession = async (
  pool: Pool,
  user: { userId: string; libraryId: string },
): Promise<string> => {
  const token = randomBytes(32).toString('base64url')
  await pool.query(
    `WITH over AS (
       DELETE FROM identity.sessions
       WHERE user_id = $3 AND (expires_at < now() OR last_seen_at < now() - interval '${IDLE_DAYS} days')
     )
     INSERT INTO identity.sessions (id, token_hash, user_id, library_id, created_at, last_seen_at, expires_at)
     VALUES ($1, $2, $3, $4, now(), now(), now() + $5 * interval '1 day')`,
    [uuidv7(), hashToken(token), user.userId, user.libraryId, ABSOLUTE_DAYS],
  )
  return token
}

/** The caller of a session token; undefined where the session is unknown, revoked, idle for 30 days or 180 days old. */
export const findSession = async (pool: Pool, token: string): Promise<Caller | undefined> => {
  const { rows } = await pool.query<Caller & { stale: boolean }>({
    name: 'find-session',
    text: `SELECT id AS "sessionId", user_id AS "userId", library_id AS "libraryId",
                  last_seen_at < now() - interval '${RENEW_AFTER}' AS stale
           FROM identity.sessions
           WHERE token_hash = $1 AND expires_at > now() AND last_seen_at > now() - interval '${IDLE_DAYS} days'`,
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
export const revokeSession = async (pool: Pool, sessionId: string): Promise<void> => {
  await pool.query(
    `WITH ended AS (DELETE FROM identity.sessions WHERE id = $1 RETURNING id)
     SELECT pg_notify('${SESSION_ENDED_CHANNEL}', id::text) FROM ended`,
    [sessionId],
  )
}
