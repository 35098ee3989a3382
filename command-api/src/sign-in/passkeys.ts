import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { Passkey } from '@lectern/contracts/api/passkeys.ts'
import { PASSKEYS_MAX } from '@lectern/contracts/limits.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { tellOfAccount } from '@lectern/platform/http/sessions.ts'
import { inTransaction, isPostgresUnavailable, type Pool } from '@lectern/platform/postgres/postgres.ts'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import ipaddr from 'ipaddr.js'
import { v7 as uuidv7 } from 'uuid'
import { oweCommand } from '../accounts/owed-commands.ts'
import { lockUnchanged, requireOwner } from '../accounts/settings.ts'
import type { UserRow } from '../accounts/users.ts'
import { newChallenge, takeChallenge } from './challenges.ts'
import { lockOpen } from './lock-open.ts'

/** The site that passkeys are for: browsers bind them to its host. */
export type Site = { readonly host: string; readonly origin: string }

/** undefined where browsers make no passkeys: at an address without a name, or on a line that others can read. */
export const passkeySite = ({ hostname: host, origin, protocol }: URL): Site | undefined => {
  const isName = !ipaddr.isValid(host.replace(/^\[|\]$/g, ''))
  return isName && (protocol === 'https:' || host === 'localhost') ? { host, origin } : undefined
}

type PasskeyRow = {
  readonly id: string
  readonly credential_id: string
  readonly public_key: Buffer
  readonly counter: number
  readonly transports: string[]
}

export type Passkeys = {
  /** @throws Rejected wrong-password, confirmation-needed */
  optionsToAdd(caller: Caller, password: string | undefined): Promise<PublicKeyCredentialCreationOptionsJSON>
  /** @throws Rejected passkey-refused, too-many-passkeys, signed-out */
  add(caller: Caller, name: string, credential: unknown): Promise<Passkey>
  /** @throws Rejected passkey-not-found */
  rename(caller: Caller, id: string, name: string): Promise<void>
  /** @throws Rejected passkey-not-found, wrong-password, confirmation-needed */
  remove(caller: Caller, id: string, password: string | undefined): Promise<void>
  optionsToSignIn(): Promise<PublicKeyCredentialRequestOptionsJSON>
  /** The account of the passkey. @throws Rejected passkey-unknown, passkey-refused */
  prove(credential: { readonly id: string }): Promise<UserRow>
}

/** Loaded when it is first needed. */
const webauthn = () => import('@simplewebauthn/server')

/** @returns what to throw for what the library has thrown */
const refused = (error: unknown): unknown =>
  isPostgresUnavailable(error) ? error : new Rejected('passkey-refused')

/**
 * Refuses a passkey whose device proves its make: nobody asked for that, and to check it the library would fetch addresses that the
 * proof names.
 * @throws Rejected passkey-refused
 */
const requirePlain = async (given: unknown): Promise<void> => {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  try {
    const { response } = given as RegistrationResponseJSON
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
    if (attestation.get('fmt') === 'none') return
    if (attestation.get('fmt') === 'packed' && attestation.get('attStmt').get('x5c') === undefined) return
  } catch {
    // It is no attestation.
  }
  throw new Rejected('passkey-refused')
}

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']
const transportsOf = (given: unknown): string[] =>
  Array.isArray(given) ? TRANSPORTS.filter(known => given.includes(known)) : []

export const passkeysIn = (pool: Pool, { host, origin }: Site): Passkeys => ({
  optionsToAdd: async (caller, password) => {
    const user = await requireOwner(pool, caller, password)
    const { rows } = await pool.query<Pick<PasskeyRow, 'credential_id' | 'transports'>>(
      'SELECT credential_id, transports FROM identity.passkeys WHERE user_id = $1 AND host = $2',
      [user.id, host],
    )
    const { generateRegistrationOptions } = await webauthn()
    return generateRegistrationOptions({
      rpName: 'Lectern',
      rpID: host,
      userName: user.email,
      userDisplayName: user.first_name ?? user.username,
      userID: Uint8Array.from(Buffer.from(user.id)),
      challenge: await newChallenge(pool, user.id),
      // A device makes no second one for the same account.
      excludeCredentials: rows.map(({ credential_id: id, transports }) => ({ id, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  },

  add: async (caller, name, given) => {
    const { userId } = caller
    const { verifyRegistrationResponse } = await webauthn()
    await requirePlain(given)
    const { registrationInfo } = await verifyRegistrationResponse({
      response: given as RegistrationResponseJSON,
      expectedChallenge: challenge => takeChallenge(pool, challenge, userId),
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
    }).catch(error => Promise.reject(refused(error)))
    if (registrationInfo === undefined) throw new Rejected('passkey-refused')
    const { id: credentialId, publicKey, counter } = registrationInfo.credential
    const transports = transportsOf(registrationInfo.credential.transports)
    return inTransaction(pool, async client => {
      await lockOpen(client, caller)
      const { rows: others } = await client.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM identity.passkeys WHERE user_id = $1',
        [userId],
      )
      if ((others[0]?.count ?? 0) >= PASSKEYS_MAX) throw new Rejected('too-many-passkeys')
      const { rows } = await client.query<{ id: string; createdAt: Date }>(
        `INSERT INTO identity.passkeys (id, user_id, credential_id, public_key, counter, transports, host, name)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING id, created_at AS "createdAt"`,
        [uuidv7(), userId, credentialId, Buffer.from(publicKey), counter, transports, host, name],
      )
      const [made] = rows
      if (made === undefined) throw new Rejected('passkey-refused')
      await tellOfAccount(client, userId)
      await oweCommand(client, userId, { type: 'ChangeSignIn', change: 'passkey-added', name, now: now() })
      return { id: made.id, name, createdAt: made.createdAt.toISOString(), lastUsedAt: null }
    })
  },

  rename: async ({ userId }, id, name) => {
    const { rowCount } = await pool.query(
      'UPDATE identity.passkeys SET name = $3 WHERE id = $1 AND user_id = $2',
      [id, userId, name],
    )
    if (rowCount === 0) throw new Rejected('passkey-not-found')
    await tellOfAccount(pool, userId)
  },

  remove: async (caller, id, password) => {
    const user = await requireOwner(pool, caller, password)
    await inTransaction(pool, async client => {
      await lockUnchanged(client, user)
      const { rows } = await client.query<{ name: string }>(
        'DELETE FROM identity.passkeys WHERE id = $1 AND user_id = $2 RETURNING name',
        [id, user.id],
      )
      const [removed] = rows
      if (removed === undefined) throw new Rejected('passkey-not-found')
      await tellOfAccount(client, user.id)
      const { name } = removed
      await oweCommand(client, user.id, { type: 'ChangeSignIn', change: 'passkey-removed', name, now: now() })
    })
  },

  optionsToSignIn: async () => {
    const { generateAuthenticationOptions } = await webauthn()
    return generateAuthenticationOptions({
      rpID: host,
      challenge: await newChallenge(pool, null),
      userVerification: 'required',
    })
  },

  prove: async given => {
    const { rows } = await pool.query<PasskeyRow & { user: string }>(
      'SELECT *, user_id AS user FROM identity.passkeys WHERE credential_id = $1',
      [given.id],
    )
    const [known] = rows
    if (known === undefined) throw new Rejected('passkey-unknown')
    const { verifyAuthenticationResponse } = await webauthn()
    const { credential_id, public_key, counter, transports } = known
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: given as AuthenticationResponseJSON,
      expectedChallenge: challenge => takeChallenge(pool, challenge, null),
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      credential: { id: credential_id, publicKey: Uint8Array.from(public_key), counter, transports },
    }).catch(error => Promise.reject(refused(error)))
    if (!verified) throw new Rejected('passkey-refused')
    const used = await pool.query<UserRow>(
      `WITH used AS (UPDATE identity.passkeys SET counter = $2, last_used_at = now() WHERE id = $1 RETURNING user_id)
       SELECT users.* FROM identity.users JOIN used ON users.id = used.user_id`,
      [known.id, authenticationInfo.newCounter],
    )
    const [user] = used.rows
    if (user === undefined) throw new Rejected('passkey-unknown')
    return user
  },
})

const now = (): string => new Date().toISOString()

/** How many passkeys are for another host than this one, by host: they are of no use now. */
export const passkeysElsewhere = async (pool: Pool, host: string | undefined) => {
  const { rows } = await pool.query<{ host: string; count: number }>(
    'SELECT host, count(*)::int AS count FROM identity.passkeys WHERE host IS DISTINCT FROM $1 GROUP BY host',
    [host ?? null],
  )
  return rows
}
