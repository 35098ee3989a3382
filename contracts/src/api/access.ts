import { z } from 'zod/mini'
import { TOKEN_DAYS_MAX, TOKEN_NAME_MAX } from '../limits.ts'
import { currentPassword } from './confirmation.ts'
import { givenName } from './text.ts'

/** A token for the API begins with this, so that people and scanners of secrets recognise one. */
export const TOKEN_PREFIX = 'lect_'

/**
 * Header of the answer to a change that a token made. A read that sends it back sees the change, whichever gateway answers; one
 * gateway remembers by itself for half a minute.
 */
export const LAST_WRITE_HEADER = 'lectern-last-write'

/** read: changes nothing. write: reads, too. */
export const TokenScope = z.enum(['read', 'write'], 'Please choose what it may do.')
export type TokenScope = z.infer<typeof TokenScope>

const name = givenName(TOKEN_NAME_MAX)
const WRONG_DAYS = `Please choose between 1 and ${TOKEN_DAYS_MAX} days.`

/**
 * POST /api/account/tokens: 201 CreatedToken. It asks for a confirmation, since a session that somebody else uses for a moment
 * must not become a token that lasts.
 */
export const CreateTokenRequest = z.object({
  name,
  scope: TokenScope,
  /** Days until it ends by itself; null: never. */
  expiresInDays: z.nullable(
    z.int(WRONG_DAYS).check(z.positive(WRONG_DAYS), z.lte(TOKEN_DAYS_MAX, WRONG_DAYS)),
  ),
  currentPassword,
})
export type CreateTokenRequest = z.input<typeof CreateTokenRequest>

/**
 * POST /api/account/devices: 201 CreatedDevice. The password that it makes opens wallabag's API for an e-reader or an app, on every
 * plan. It is not the account's.
 */
export const CreateDeviceRequest = z.omit(CreateTokenRequest, { expiresInDays: true })
export type CreateDeviceRequest = z.input<typeof CreateDeviceRequest>

export const AccessToken = z.object({
  id: z.guid(),
  name: z.string(),
  scope: TokenScope,
  createdAt: z.string(),
  /** Exact to a minute; null before its first use. */
  lastUsedAt: z.nullable(z.string()),
  /** null: never. */
  expiresAt: z.nullable(z.string()),
})
export type AccessToken = z.infer<typeof AccessToken>

/** The only time that the token itself is told. */
export const CreatedToken = z.extend(AccessToken, { token: z.string() })
export type CreatedToken = z.infer<typeof CreatedToken>

/** What is typed into a device, the only time that the password is told. Devices ask for a client, which says nothing here. */
export const CreatedDevice = z.extend(AccessToken, {
  username: z.string(),
  password: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
})
export type CreatedDevice = z.infer<typeof CreatedDevice>

/** GET /api/account/access: newest first, those that have ended left out. */
export const AccessList = z.object({ tokens: z.array(AccessToken), devices: z.array(AccessToken) })
export type AccessList = z.infer<typeof AccessList>
