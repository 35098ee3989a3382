import { randomBytes } from 'node:crypto'
import type { Pool, Queryable } from '@lectern/platform/postgres/postgres.ts'

/** Minutes that a device may take to sign. */
const WAITS_MINUTES = 5

/** A new challenge, for a person who makes a passkey, or for somebody who signs in (null). */
export const newChallenge = async (pool: Pool, userId: string | null): Promise<Uint8Array<ArrayBuffer>> => {
  const challenge = Uint8Array.from(randomBytes(32))
  await pool.query(
    `WITH over AS (DELETE FROM identity.challenges WHERE expires_at < now())
     INSERT INTO identity.challenges (challenge, user_id, expires_at) VALUES ($1, $2, now() + $3 * interval '1 minute')`,
    [Buffer.from(challenge).toString('base64url'), userId, WAITS_MINUTES],
  )
  return challenge
}

/** Whether the challenge was given to this person, or to somebody who signs in, and waits. It is used up then. */
export const takeChallenge = async (
  db: Queryable,
  challenge: string,
  userId: string | null,
): Promise<boolean> => {
  const { rowCount } = await db.query(
    'DELETE FROM identity.challenges WHERE challenge = $1 AND user_id IS NOT DISTINCT FROM $2 AND expires_at > now()',
    [challenge, userId],
  )
  return rowCount === 1
}
