import { Rejected } from '@lectern/contracts/api/errors.ts'
import { revokeTokens } from '@lectern/platform/http/access-tokens.ts'
import { revokeSessions, tellOfAccount } from '@lectern/platform/http/sessions.ts'
import { inTransaction, type Pool, type PoolClient } from '@lectern/platform/postgres/postgres.ts'
import { v7 as uuidv7 } from 'uuid'
import { forgetAdded } from '../sign-in/forget.ts'
import { findToken, isToken, lockUser, voidTokens } from './mail-tokens.ts'
import { oweCommand } from './owed-commands.ts'
import { hashPassword, isCommonPassword } from './passwords.ts'
import { nameKey } from './users.ts'

/**
 * Notes that somebody asked for a new password, or for no more news, at an address. Looks nothing up, so that the answer and
 * its time are the same for an unknown address.
 */
export const askByEmail = async (
  pool: Pool,
  wanted: 'RequestPasswordReset' | 'UnsubscribeFromMail',
  email: string,
): Promise<void> => {
  await pool.query('INSERT INTO identity.asked_resets (id, email_key, wanted) VALUES ($1, $2, $3)', [
    uuidv7(),
    nameKey(email),
    wanted,
  ])
}

/**
 * Sets a new password with the token of a mail, once, and ends all sessions.
 * @returns the id of the user
 * @throws Rejected reset-token-invalid, mail-link-over, password-too-common
 */
export const resetPassword = async (pool: Pool, token: string, password: string): Promise<string> => {
  if (!isToken(token)) throw new Rejected('reset-token-invalid')
  // Only a valid token is worth the work of a hash.
  const found = await findToken(pool, token, ['reset'])
  if (found === undefined) throw new Rejected('mail-link-over')
  const { userId } = found
  if (isCommonPassword(password)) throw new Rejected('password-too-common')
  const hash = await hashPassword({ userId, isOwner: true }, password)
  await inTransaction(pool, async client => {
    await lockUser(client, userId)
    // Another use at the same moment may have been first.
    if ((await findToken(client, token, ['reset'])) === undefined) throw new Rejected('mail-link-over')
    await storePassword(client, { userId, hash, through: 'reset-link' })
  })
  return userId
}

type NewPassword = {
  readonly userId: string
  readonly hash: string
  readonly through: 'session' | 'reset-link'
  /** A session that goes on. */
  readonly except?: string
}

/**
 * Stores a password, ends sessions, voids the links in mails, and owes the account its event. A reset ends tokens and passkeys as
 * well: whoever lost the account to somebody else gets it back alone.
 */
export const storePassword = async (
  client: PoolClient,
  { userId, hash, through, except }: NewPassword,
): Promise<void> => {
  await client.query('UPDATE identity.users SET password_hash = $2 WHERE id = $1', [userId, hash])
  await revokeSessions(client, userId, except)
  if (through === 'reset-link') {
    await revokeTokens(client, userId)
    await forgetAdded(client, userId)
  }
  await client.query('DELETE FROM identity.email_changes WHERE user_id = $1', [userId])
  await voidTokens(client, userId)
  await tellOfAccount(client, userId)
  await oweCommand(client, userId, { type: 'ChangePassword', through, now: new Date().toISOString() })
}
