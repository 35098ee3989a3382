import { Rejected } from '@lectern/contracts/api/errors.ts'
import { DEVICE_GRANT_SECONDS, DEVICE_RENEWAL_DAYS } from '@lectern/contracts/retention.ts'
import type { Grant, GrantRequest } from '@lectern/contracts/wallabag/requests.ts'
import { DEVICE_ACCESS_PREFIX, hashSecret, newSecret } from '@lectern/platform/http/access-tokens.ts'
import { inTransaction, type Pool, type PoolClient } from '@lectern/platform/postgres/postgres.ts'
import { typedSecret } from '../accounts/typed-secret.ts'
import { nameKey } from '../accounts/users.ts'

/** Grants of one device at once: an app that loses what it got asks anew each time. */
const GRANTS_MAX = 20

/**
 * Gives a device access for an hour, for its password or for what came with the access before, which ends then.
 * @throws Rejected grant-invalid
 */
export const grant = (pool: Pool, asked: GrantRequest): Promise<Grant> =>
  inTransaction(pool, async client => {
    const deviceId =
      asked.grant_type === 'password' ? await deviceOf(client, asked) : await renewed(client, asked)
    if (deviceId === undefined) throw new Rejected('grant-invalid')
    const access_token = newSecret(DEVICE_ACCESS_PREFIX)
    const refresh_token = newSecret('lectr_')
    await client.query(
      `DELETE FROM identity.device_grants WHERE device_id = $1 AND (refresh_until < now() OR access_hash IN (
         SELECT access_hash FROM identity.device_grants WHERE device_id = $1
         ORDER BY refresh_until DESC OFFSET $2))`,
      [deviceId, GRANTS_MAX - 1],
    )
    await client.query(
      `INSERT INTO identity.device_grants (access_hash, refresh_hash, device_id, access_until, refresh_until)
       VALUES ($1, $2, $3, now() + $4 * interval '1 second', now() + $5 * interval '1 day')`,
      [
        ...[hashSecret(access_token), hashSecret(refresh_token), deviceId],
        ...[DEVICE_GRANT_SECONDS, DEVICE_RENEWAL_DAYS],
      ],
    )
    return {
      access_token,
      expires_in: DEVICE_GRANT_SECONDS,
      token_type: 'bearer',
      scope: null,
      refresh_token,
    }
  })

/** The device of a password, where the name is its owner's. The row is locked: grants of one device are made in turn. */
const deviceOf = async (
  client: PoolClient,
  { username, password }: { username: string; password: string },
): Promise<string | undefined> => {
  const { rows } = await client.query<{ id: string }>(
    `SELECT a.id FROM identity.access_tokens a JOIN identity.users u ON u.id = a.user_id
     WHERE a.secret_hash = $1 AND a.kind = 'device' AND $2 IN (u.email_key, u.username_key)
     FOR UPDATE OF a`,
    [hashSecret(typedSecret(password)), nameKey(username)],
  )
  return rows[0]?.id
}

const renewed = async (
  client: PoolClient,
  { refresh_token }: { refresh_token: string },
): Promise<string | undefined> => {
  const { rows } = await client.query<{ device_id: string }>(
    `DELETE FROM identity.device_grants WHERE refresh_hash = $1 AND refresh_until > now() RETURNING device_id`,
    [hashSecret(refresh_token)],
  )
  return rows[0]?.device_id
}
