import { createHash, randomBytes } from 'node:crypto'
import { TOKEN_PREFIX, type TokenScope } from '@lectern/contracts/api/access.ts'
import type { Pool, Queryable } from '../postgres/postgres.ts'
import type { Caller } from './caller.ts'
import { SESSION_ENDED_CHANNEL, tellOfAccount } from './sessions.ts'

/** A request renews last_used_at once it is this old, so that a token costs one write a minute. */
const RENEW_AFTER = '1 minute'

/** What a device gets for its password. */
export const DEVICE_ACCESS_PREFIX = 'lectd_'

/** 256 random bits under a prefix. */
export const newSecret = (prefix: string): string => `${prefix}${randomBytes(32).toString('base64url')}`

/** A secret has so many random bits that a plain hash keeps it. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Where a token leads, and for how long that may be kept in memory. */
export type FoundToken = { readonly caller: Caller; readonly endsInMs: number | undefined }

type Row = {
  id: string
  userId: string
  libraryId: string
  scope: TokenScope
  stale: boolean
  endsInMs: number | null
}

const COLUMNS = `a.id, a.user_id AS "userId", a.library_id AS "libraryId", a.scope,
  a.last_used_at IS NULL OR a.last_used_at < now() - interval '${RENEW_AFTER}' AS stale`
const endsInMs = (column: string) => `(extract(epoch FROM ${column} - now()) * 1000)::float8 AS "endsInMs"`

const LOOKUPS = {
  token: `SELECT ${COLUMNS}, ${endsInMs('a.expires_at')} FROM identity.access_tokens a
    WHERE a.secret_hash = $1 AND a.kind = 'token' AND (a.expires_at IS NULL OR a.expires_at > now())`,
  device: `SELECT ${COLUMNS}, ${endsInMs('g.access_until')} FROM identity.device_grants g
    JOIN identity.access_tokens a ON a.id = g.device_id
    WHERE g.access_hash = $1 AND g.access_until > now()`,
} as const

/** The caller of a token for the API, or of what a device got for its password; undefined where it is unknown, revoked or over. */
export const findAccessToken = async (pool: Pool, token: string): Promise<FoundToken | undefined> => {
  const kind = token.startsWith(TOKEN_PREFIX)
    ? 'token'
    : token.startsWith(DEVICE_ACCESS_PREFIX)
      ? 'device'
      : undefined
  if (kind === undefined) return undefined
  const query = { name: `find-access-of-${kind}`, text: LOOKUPS[kind], values: [hashSecret(token)] }
  const [found] = (await pool.query<Row>(query)).rows
  if (found === undefined) return undefined
  const { id, userId, libraryId, scope, stale } = found
  if (stale) await noteUse(pool, id)
  return {
    caller: { userId, libraryId, sessionId: id, token: { kind, scope } },
    endsInMs: found.endsInMs ?? undefined,
  }
}

const noteUse = async (pool: Pool, id: string): Promise<void> => {
  await pool.query('UPDATE identity.access_tokens SET last_used_at = now() WHERE id = $1', [id])
}

/** Ends one token or device of a user, on every gateway. @returns whether the user had it */
export const revokeTokenOf = async (
  db: Queryable,
  userId: string,
  kind: 'token' | 'device',
  id: string,
): Promise<boolean> => (await end(db, 'user_id = $1 AND kind = $2 AND id = $3', [userId, kind, id])) > 0

/** Ends all tokens and devices of a user, on every gateway. @returns how many */
export const revokeTokens = (db: Queryable, userId: string): Promise<number> =>
  end(db, 'user_id = $1', [userId])

/** Gateways hear of the end as they hear of a session's. */
const end = async (db: Queryable, which: string, values: readonly unknown[]): Promise<number> => {
  const { rows } = await db.query<{ userId: string }>(
    `WITH ended AS (DELETE FROM identity.access_tokens WHERE ${which} RETURNING id, user_id)
     SELECT user_id AS "userId", pg_notify('${SESSION_ENDED_CHANNEL}', id::text) FROM ended`,
    [...values],
  )
  const [first] = rows
  if (first !== undefined) await tellOfAccount(db, first.userId)
  return rows.length
}
