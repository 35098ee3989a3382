import { createHash, randomBytes } from 'node:crypto'
import {
  inTransaction,
  type Pool,
  type PoolClient,
  type Queryable,
} from '@lectern/platform/postgres/postgres.ts'
import type { UserRow } from './users.ts'

/** Purposes of the two mails about a change of email. */
export const EMAIL_PURPOSES = ['confirm-old-email', 'confirm-new-email'] as const
export type Purpose = 'reset' | (typeof EMAIL_PURPOSES)[number]

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Whether a text has the shape of a token. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** Changes of one user's credentials wait for each other here. */
export const lockUser = async (client: PoolClient, userId: string): Promise<void> => {
  await client.query('SELECT FROM identity.users WHERE id = $1 FOR UPDATE', [userId])
}

/** A request of a user, which a mail answers. */
type MailRequest = {
  readonly userId: string
  readonly purpose: Purpose
  /** A UUIDv7: a later request has a greater id. */
  readonly requestId: string
}

/**
 * Makes a token (256 random bits), which is stored hashed. The tokens of earlier requests stop working. Those of the same
 * request go on: a mail that is sent again may arrive before the first.
 * @param user as of now; a change of email or password meanwhile voids what was asked for before
 * @returns undefined where there was one, or a later request has a token
 */
export const issueToken = (
  pool: Pool,
  user: Pick<UserRow, 'id' | 'email' | 'password_hash'>,
  { purpose, requestId }: Omit<MailRequest, 'userId'>,
  validMinutes: number,
): Promise<string | undefined> =>
  inTransaction(pool, async client => {
    const { id: userId, email, password_hash } = user
    const unchanged = await client.query(
      'SELECT FROM identity.users WHERE id = $1 AND email = $2 AND password_hash = $3 FOR UPDATE',
      [userId, email, password_hash],
    )
    if (unchanged.rowCount === 0) return undefined
    await client.query(
      `DELETE FROM identity.mail_tokens
       WHERE user_id = $1 AND purpose = $2 AND (request_id < $3 OR expires_at < now())`,
      [userId, purpose, requestId],
    )
    const later = await client.query(
      'SELECT FROM identity.mail_tokens WHERE user_id = $1 AND purpose = $2 AND request_id > $3',
      [userId, purpose, requestId],
    )
    if (later.rowCount !== 0) return undefined
    const token = randomBytes(32).toString('base64url')
    await client.query(
      `INSERT INTO identity.mail_tokens (token_hash, user_id, purpose, request_id, expires_at)
       VALUES ($1, $2, $3, $4, now() + $5 * interval '1 minute')`,
      [hashToken(token), userId, purpose, requestId, validMinutes],
    )
    return token
  })

/** The request whose mail has the token; undefined where the token is unknown, used, expired or of another purpose. */
export const findToken = async (
  db: Queryable,
  token: string,
  purposes: readonly Purpose[],
): Promise<MailRequest | undefined> => {
  const { rows } = await db.query<MailRequest>(
    `SELECT user_id AS "userId", purpose, request_id AS "requestId" FROM identity.mail_tokens
     WHERE token_hash = $1 AND purpose = ANY ($2) AND expires_at > now()`,
    [hashToken(token), purposes],
  )
  return rows[0]
}

/** The tokens in mails to this user stop working: of all mails, or of those with these purposes. */
export const voidTokens = async (
  db: Queryable,
  userId: string,
  purposes?: readonly Purpose[],
): Promise<void> => {
  await db.query(
    'DELETE FROM identity.mail_tokens WHERE user_id = $1 AND ($2::text[] IS NULL OR purpose = ANY ($2))',
    [userId, purposes],
  )
}
