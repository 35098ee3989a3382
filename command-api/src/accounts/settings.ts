import type { ConfirmAnswer } from '@lectern/contracts/api/confirmation.ts'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { CONFIRMED_MINUTES, EMAIL_CHANGE_HOURS } from '@lectern/contracts/retention.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { confirmSession, isConfirmed, tellOfAccount } from '@lectern/platform/http/sessions.ts'
import { inTransaction, type Pool, type PoolClient } from '@lectern/platform/postgres/postgres.ts'
import { v7 as uuidv7 } from 'uuid'
import { EMAIL_PURPOSES, findToken, isToken, lockUser, voidTokens } from './mail-tokens.ts'
import { oweCommand } from './owed-commands.ts'
import { hashPassword, isCommonPassword, verifyPassword } from './passwords.ts'
import { storePassword } from './recovery.ts'
import { nameKey, type UserRow } from './users.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * The caller's account, where the person is its owner: by the password, or by a confirmation of the session without one.
 * @throws Rejected signed-out, wrong-password, confirmation-needed
 */
export const requireOwner = async (
  pool: Pool,
  { userId, sessionId }: Caller,
  password: string | undefined,
): Promise<UserRow> => {
  const { rows } = await pool.query<UserRow>('SELECT * FROM identity.users WHERE id = $1', [userId])
  const [user] = rows
  if (user === undefined) throw new Rejected('signed-out')
  if (password === undefined) {
    if (!(await isConfirmed(pool, sessionId))) throw new Rejected('confirmation-needed')
  } else if (!(await verifyPassword(user, password, true))) throw new Rejected('wrong-password')
  return user
}

/** @throws Rejected signed-out, wrong-password */
export const confirm = async (pool: Pool, caller: Caller, password: string): Promise<ConfirmAnswer> => {
  await requireOwner(pool, caller, password)
  const at = await confirmSession(pool, caller.sessionId)
  if (at === undefined) throw new Rejected('signed-out')
  return { until: new Date(at.getTime() + CONFIRMED_MINUTES * 60_000).toISOString() }
}

/**
 * Locks the user's row with the password that was checked: a change must not outlive a new password that came meanwhile.
 * @throws Rejected wrong-password
 */
export const lockUnchanged = async (client: PoolClient, { id, password_hash }: UserRow): Promise<void> => {
  const { rowCount } = await client.query(
    'SELECT FROM identity.users WHERE id = $1 AND password_hash = $2 FOR UPDATE',
    [id, password_hash],
  )
  if (rowCount === 0) throw new Rejected('wrong-password')
}

/**
 * Sets a new password, voids the links in mails, and ends the caller's other sessions.
 * @throws Rejected wrong-password, confirmation-needed, password-too-common
 */
export const changePassword = async (
  pool: Pool,
  caller: Caller,
  { currentPassword, password }: { currentPassword?: string | undefined; password: string },
): Promise<void> => {
  const { userId, sessionId } = caller
  const user = await requireOwner(pool, caller, currentPassword)
  if (isCommonPassword(password)) throw new Rejected('password-too-common')
  const hash = await hashPassword({ userId, isOwner: true }, password)
  await inTransaction(pool, async client => {
    await lockUnchanged(client, user)
    await storePassword(client, { userId, hash, through: 'session', except: sessionId })
  })
}

/**
 * Begins a change of email, in place of an earlier one. Mails to both addresses follow.
 * @throws Rejected wrong-password, confirmation-needed, email-taken, invalid-input for the present email
 */
export const requestEmailChange = async (
  pool: Pool,
  caller: Caller,
  { currentPassword, email }: { currentPassword?: string | undefined; email: string },
): Promise<void> => {
  const { userId } = caller
  const user = await requireOwner(pool, caller, currentPassword)
  if (user.email === email) throw new Rejected('invalid-input', {}, 'This is your email already.')
  const key = nameKey(email)
  await inTransaction(pool, async client => {
    await lockUnchanged(client, user)
    const taken = await client.query('SELECT FROM identity.users WHERE email_key = $1 AND id <> $2', [
      key,
      userId,
    ])
    if (taken.rowCount !== 0) throw new Rejected('email-taken')
    const changeId = uuidv7()
    await client.query(
      `INSERT INTO identity.email_changes (id, user_id, email, email_key, expires_at)
       VALUES ($1, $2, $3, $4, now() + $5 * interval '1 hour')
       ON CONFLICT (user_id) DO UPDATE SET id = excluded.id, email = excluded.email, email_key = excluded.email_key,
         old_confirmed = false, new_confirmed = false, expires_at = excluded.expires_at`,
      [changeId, userId, email, key, EMAIL_CHANGE_HOURS],
    )
    await tellOfAccount(client, userId)
    await oweCommand(client, userId, { type: 'RequestEmailChange', changeId, now: new Date().toISOString() })
  })
}

/** Gives up a change of email that waits to be confirmed. Its links stop working. */
export const withdrawEmailChange = (pool: Pool, { userId }: Caller): Promise<void> =>
  inTransaction(pool, async client => {
    await lockUser(client, userId)
    await client.query('DELETE FROM identity.email_changes WHERE user_id = $1', [userId])
    await voidTokens(client, userId, EMAIL_PURPOSES)
    await tellOfAccount(client, userId)
  })

type EmailChange = {
  readonly email: string
  readonly email_key: string
  readonly old_confirmed: boolean
  readonly new_confirmed: boolean
}

/**
 * Confirms a change of email for the address that got the token. The second address makes it count.
 * @returns whether the new email counts now
 * @throws Rejected mail-link-over, email-taken
 */
export const confirmEmail = async (pool: Pool, token: string): Promise<boolean> => {
  const request = isToken(token) && (await findToken(pool, token, EMAIL_PURPOSES))
  if (!request) throw new Rejected('mail-link-over')
  const { userId, purpose, requestId } = request
  return inTransaction(pool, async client => {
    await lockUser(client, userId)
    const confirmed = purpose === 'confirm-old-email' ? 'old_confirmed' : 'new_confirmed'
    const { rows } = await client.query<EmailChange>(
      `UPDATE identity.email_changes SET ${confirmed} = true WHERE id = $1 AND user_id = $2 AND expires_at > now()
       RETURNING email, email_key, old_confirmed, new_confirmed`,
      [requestId, userId],
    )
    const [change] = rows
    if (change === undefined) throw new Rejected('mail-link-over')
    await tellOfAccount(client, userId)
    if (!change.old_confirmed || !change.new_confirmed) return false
    await renamed(
      client.query('UPDATE identity.users SET email = $2, email_key = $3 WHERE id = $1', [
        userId,
        change.email,
        change.email_key,
      ]),
      'email-taken',
    )
    await client.query('DELETE FROM identity.email_changes WHERE user_id = $1', [userId])
    // A link for a new password in the old mailbox stops working, too.
    await voidTokens(client, userId)
    await oweCommand(client, userId, {
      type: 'ChangeEmail',
      changeId: requestId,
      now: new Date().toISOString(),
    })
    return true
  })
}

/** @throws Rejected with the code where another user has the name */
const renamed = async <T>(update: Promise<T>, code: 'email-taken' | 'username-taken'): Promise<T> => {
  try {
    return await update
  } catch (error) {
    throw (error as { code?: unknown }).code === UNIQUE_VIOLATION ? new Rejected(code) : error
  }
}

const changeName = async (
  pool: Pool,
  userId: string,
  type: 'ChangeUsername' | 'ChangeFirstName',
  update: (client: PoolClient) => Promise<{ rowCount: number | null }>,
): Promise<void> => {
  await inTransaction(pool, async client => {
    const { rowCount } = await update(client)
    if (rowCount === 0) return
    await tellOfAccount(client, userId)
    await oweCommand(client, userId, { type, now: new Date().toISOString() })
  })
}

/** @throws Rejected username-taken */
export const changeUsername = (pool: Pool, { userId }: Caller, username: string): Promise<void> =>
  changeName(pool, userId, 'ChangeUsername', client =>
    renamed(
      client.query(
        'UPDATE identity.users SET username = $2, username_key = $3 WHERE id = $1 AND username <> $2',
        [userId, username, nameKey(username)],
      ),
      'username-taken',
    ),
  )

/** An empty name removes it. */
export const changeFirstName = (pool: Pool, { userId }: Caller, firstName: string): Promise<void> =>
  changeName(pool, userId, 'ChangeFirstName', client =>
    client.query(
      `UPDATE identity.users SET first_name = nullif($2, '')
       WHERE id = $1 AND first_name IS DISTINCT FROM nullif($2, '')`,
      [userId, firstName],
    ),
  )
