import { type CreatedToken, type CreateTokenRequest, TOKEN_PREFIX } from '@lectern/contracts/api/access.ts'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { TOKENS_MAX } from '@lectern/contracts/limits.ts'
import { hashSecret, newSecret } from '@lectern/platform/http/access-tokens.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { tellOfAccount } from '@lectern/platform/http/sessions.ts'
import { inTransaction, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { v7 as uuidv7 } from 'uuid'
import { checkPassword, lockUnchanged } from './settings.ts'

/**
 * Makes a token, and tells it this once.
 * @throws Rejected wrong-password, too-many-tokens
 */
export const createToken = async (
  pool: Pool,
  { userId, libraryId }: Caller,
  { name, scope, expiresInDays, currentPassword }: CreateTokenRequest,
): Promise<CreatedToken> => {
  const user = await checkPassword(pool, userId, currentPassword)
  const token = newSecret(TOKEN_PREFIX)
  const id = uuidv7()
  return inTransaction(pool, async client => {
    await lockUnchanged(client, user)
    await client.query('DELETE FROM identity.access_tokens WHERE user_id = $1 AND expires_at < now()', [
      userId,
    ])
    const { rows } = await client.query<{ createdAt: Date; expiresAt: Date | null }>(
      `INSERT INTO identity.access_tokens (id, user_id, library_id, kind, name, scope, secret_hash, expires_at)
       SELECT $1, $2, $3, 'token', $4, $5, $6, now() + $7 * interval '1 day'
       WHERE (SELECT count(*) FROM identity.access_tokens WHERE user_id = $2 AND kind = 'token') < $8
       RETURNING created_at AS "createdAt", expires_at AS "expiresAt"`,
      [id, userId, libraryId, name, scope, hashSecret(token), expiresInDays, TOKENS_MAX],
    )
    const [made] = rows
    if (made === undefined) throw new Rejected('too-many-tokens')
    await tellOfAccount(client, userId)
    const expiresAt = made.expiresAt?.toISOString() ?? null
    return { id, name, scope, createdAt: made.createdAt.toISOString(), lastUsedAt: null, expiresAt, token }
  })
}
