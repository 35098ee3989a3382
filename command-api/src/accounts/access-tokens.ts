import {
  type AccessToken,
  type CreateDeviceRequest,
  type CreatedDevice,
  type CreatedToken,
  type CreateTokenRequest,
  TOKEN_PREFIX,
} from '@lectern/contracts/api/access.ts'
import { Rejected, type RejectionCode } from '@lectern/contracts/api/errors.ts'
import { TOKENS_MAX } from '@lectern/contracts/limits.ts'
import { hashSecret, newSecret } from '@lectern/platform/http/access-tokens.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { tellOfAccount } from '@lectern/platform/http/sessions.ts'
import { inTransaction, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { v7 as uuidv7 } from 'uuid'
import { lockUnchanged, requireOwner } from './settings.ts'
import { newTypedSecret, typedSecret } from './typed-secret.ts'
import type { UserRow } from './users.ts'

const TOO_MANY = {
  token: 'too-many-tokens',
  device: 'too-many-devices',
} as const satisfies Record<string, RejectionCode>

type Wanted = Pick<CreateTokenRequest, 'name' | 'scope' | 'expiresInDays' | 'currentPassword'>

/** @throws Rejected wrong-password, confirmation-needed, too-many-tokens, too-many-devices */
const create = async (
  pool: Pool,
  caller: Caller,
  kind: 'token' | 'device',
  secret: string,
  { name, scope, expiresInDays, currentPassword }: Wanted,
): Promise<{ made: AccessToken; user: UserRow }> => {
  const { userId, libraryId } = caller
  const user = await requireOwner(pool, caller, currentPassword)
  const id = uuidv7()
  return inTransaction(pool, async client => {
    await lockUnchanged(client, user)
    await client.query('DELETE FROM identity.access_tokens WHERE user_id = $1 AND expires_at < now()', [
      userId,
    ])
    const { rows } = await client.query<{ createdAt: Date; expiresAt: Date | null }>(
      `INSERT INTO identity.access_tokens (id, user_id, library_id, kind, name, scope, secret_hash, expires_at)
       SELECT $1, $2, $3, $4, $5, $6, $7, now() + $8 * interval '1 day'
       WHERE (SELECT count(*) FROM identity.access_tokens WHERE user_id = $2 AND kind = $4) < $9
       RETURNING created_at AS "createdAt", expires_at AS "expiresAt"`,
      [id, userId, libraryId, kind, name, scope, hashSecret(secret), expiresInDays, TOKENS_MAX],
    )
    const [stored] = rows
    if (stored === undefined) throw new Rejected(TOO_MANY[kind])
    await tellOfAccount(client, userId)
    const createdAt = stored.createdAt.toISOString()
    const expiresAt = stored.expiresAt?.toISOString() ?? null
    return { made: { id, name, scope, createdAt, lastUsedAt: null, expiresAt }, user }
  })
}

/** Makes a token, and tells it this once. @throws Rejected wrong-password, confirmation-needed, too-many-tokens */
export const createToken = async (
  pool: Pool,
  caller: Caller,
  wanted: CreateTokenRequest,
): Promise<CreatedToken> => {
  const token = newSecret(TOKEN_PREFIX)
  return { ...(await create(pool, caller, 'token', token, wanted)).made, token }
}

/** 99 random bits. */
const DEVICE_GROUPS = 5

/** Apps ask for a client and refuse an empty one. */
const CLIENT = 'lectern'

/** Makes a device's password, and tells it this once. @throws Rejected wrong-password, confirmation-needed, too-many-devices */
export const createDevice = async (
  pool: Pool,
  caller: Caller,
  wanted: CreateDeviceRequest,
): Promise<CreatedDevice> => {
  const password = newTypedSecret(DEVICE_GROUPS)
  const never = { ...wanted, expiresInDays: null }
  const { made, user } = await create(pool, caller, 'device', typedSecret(password), never)
  return { ...made, username: user.username, password, clientId: CLIENT, clientSecret: CLIENT }
}
