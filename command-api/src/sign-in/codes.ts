import type { CodesSecret, RecoveryCodes } from '@lectern/contracts/api/codes.ts'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { hashSecret } from '@lectern/platform/http/access-tokens.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { tellOfAccount } from '@lectern/platform/http/sessions.ts'
import { inTransaction, type Pool, type Queryable } from '@lectern/platform/postgres/postgres.ts'
import { generateSecret, generateURI, verify } from 'otplib'
import { oweCommand } from '../accounts/owed-commands.ts'
import { lockUnchanged, requireOwner } from '../accounts/settings.ts'
import { newTypedSecret, typedSecret } from '../accounts/typed-secret.ts'
import { lockOpen } from './lock-open.ts'

const STEP_S = 30
const RECOVERY_CODES = 10
/** 79 random bits. */
const RECOVERY_GROUPS = 4

export type Codes = {
  /** Makes a secret, in place of one that was not confirmed. @throws Rejected wrong-password, confirmation-needed, codes-on */
  begin(caller: Caller, password: string | undefined): Promise<CodesSecret>
  /** @throws Rejected wrong-code, codes-on, no-codes */
  confirm(caller: Caller, code: string): Promise<RecoveryCodes>
  /** @throws Rejected wrong-password, confirmation-needed, no-codes */
  end(caller: Caller, password: string | undefined): Promise<void>
  /** Whether the account asks for codes. */
  areWanted(userId: string): Promise<boolean>
  /** Takes a one-time or a recovery code, once. @returns whether it was right */
  take(userId: string, typed: string): Promise<boolean>
}

const hashOf = (code: string): Buffer => hashSecret(typedSecret(code))

/** The step of a right code, of now or of 30 seconds before or after. @returns undefined where it is wrong */
const stepOf = async (secret: string, code: string): Promise<number | undefined> => {
  if (!/^\d{6}$/.test(code)) return undefined
  const found = await verify({ secret, token: code, epochTolerance: STEP_S })
  return found.valid && 'timeStep' in found ? found.timeStep : undefined
}

const takeOneTime = async (db: Queryable, userId: string, code: string): Promise<boolean> => {
  const { rows } = await db.query<{ secret: string }>(
    'SELECT secret FROM identity.code_secrets WHERE user_id = $1 AND confirmed_at IS NOT NULL',
    [userId],
  )
  const step = rows[0] && (await stepOf(rows[0].secret, code))
  if (step === undefined) return false
  const { rowCount } = await db.query(
    'UPDATE identity.code_secrets SET last_step = $2 WHERE user_id = $1 AND last_step < $2',
    [userId, step],
  )
  return rowCount === 1
}

export const codesIn = (pool: Pool): Codes => ({
  begin: async (caller, password) => {
    const user = await requireOwner(pool, caller, password)
    const secret = generateSecret()
    return inTransaction(pool, async client => {
      await lockUnchanged(client, user)
      const { rowCount } = await client.query(
        `INSERT INTO identity.code_secrets (user_id, secret) VALUES ($1, $2)
         ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret WHERE code_secrets.confirmed_at IS NULL`,
        [user.id, secret],
      )
      if (rowCount === 0) throw new Rejected('codes-on')
      return { secret, uri: generateURI({ issuer: 'Lectern', label: user.email, secret }) }
    })
  },

  confirm: (caller, typed) =>
    inTransaction(pool, async client => {
      const { userId } = caller
      await lockOpen(client, caller)
      const { rows } = await client.query<{ secret: string; isOn: boolean }>(
        'SELECT secret, confirmed_at IS NOT NULL AS "isOn" FROM identity.code_secrets WHERE user_id = $1 FOR UPDATE',
        [userId],
      )
      const [begun] = rows
      if (begun === undefined) throw new Rejected('no-codes')
      if (begun.isOn) throw new Rejected('codes-on')
      const step = await stepOf(begun.secret, typedSecret(typed))
      if (step === undefined) throw new Rejected('wrong-code')
      await client.query(
        'UPDATE identity.code_secrets SET confirmed_at = now(), last_step = $2 WHERE user_id = $1',
        [userId, step],
      )
      const recoveryCodes = Array.from({ length: RECOVERY_CODES }, () => newTypedSecret(RECOVERY_GROUPS))
      await client.query(
        'INSERT INTO identity.recovery_codes (user_id, code_hash) SELECT $1, unnest($2::bytea[])',
        [userId, recoveryCodes.map(hashOf)],
      )
      await told(client, userId, 'codes-on')
      return { recoveryCodes }
    }),

  end: async (caller, password) => {
    const user = await requireOwner(pool, caller, password)
    await inTransaction(pool, async client => {
      await lockUnchanged(client, user)
      if (!(await endCodes(client, user.id))) throw new Rejected('no-codes')
    })
  },

  areWanted: async userId => {
    const { rowCount } = await pool.query(
      'SELECT FROM identity.code_secrets WHERE user_id = $1 AND confirmed_at IS NOT NULL',
      [userId],
    )
    return rowCount === 1
  },

  take: async (userId, typed) => {
    if (await takeOneTime(pool, userId, typedSecret(typed))) return true
    return inTransaction(pool, async client => {
      const { rowCount } = await client.query(
        'DELETE FROM identity.recovery_codes WHERE user_id = $1 AND code_hash = $2',
        [userId, hashOf(typed)],
      )
      if (rowCount === 0) return false
      await told(client, userId, 'recovery-code-used')
      return true
    })
  },
})

/** Turns codes off. @returns whether they were on */
export const endCodes = async (db: Queryable, userId: string): Promise<boolean> => {
  const { rows } = await db.query<{ wasOn: boolean }>(
    'DELETE FROM identity.code_secrets WHERE user_id = $1 RETURNING confirmed_at IS NOT NULL AS "wasOn"',
    [userId],
  )
  if (!rows[0]?.wasOn) return false
  await db.query('DELETE FROM identity.recovery_codes WHERE user_id = $1', [userId])
  await told(db, userId, 'codes-off')
  return true
}

const told = async (
  db: Queryable,
  userId: string,
  change: 'codes-on' | 'codes-off' | 'recovery-code-used',
): Promise<void> => {
  await tellOfAccount(db, userId)
  await oweCommand(db, userId, { type: 'ChangeSignIn', change, name: '', now: new Date().toISOString() })
}
