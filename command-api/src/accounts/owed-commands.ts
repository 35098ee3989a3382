import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { Pool, Queryable } from '@lectern/platform/postgres/postgres.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Aggregates } from '../aggregates.ts'
import type { AccountCommand } from '../domain/account.ts'
import { type LoopParts, loop } from '../loop.ts'
import type { OpenStreams } from './finish-signups.ts'
import type { UserRow } from './users.ts'

const AGAIN_AFTER_MS = 5_000
const AT_ONCE = 100

/** Owes a command to the user's account, in the transaction that stores what the command tells of. */
export const oweCommand = async (db: Queryable, userId: string, command: AccountCommand): Promise<void> => {
  await db.query('INSERT INTO identity.owed_commands (id, user_id, command) VALUES ($1, $2, $3)', [
    uuidv7(),
    userId,
    JSON.stringify(command),
  ])
}

/** Turns what was asked for at an address into commands owed to the account of it; drops what was asked for at unknown ones. */
const oweAsked = async (pool: Pool): Promise<void> => {
  await pool.query(
    `WITH asked AS (DELETE FROM identity.asked_resets RETURNING id, email_key, asked_at, wanted)
     INSERT INTO identity.owed_commands (id, user_id, command)
     SELECT asked.id, users.id, json_strip_nulls(json_build_object('type', wanted, 'requestId',
       CASE wanted WHEN 'RequestPasswordReset' THEN asked.id END, 'now',
       to_char(asked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
     FROM asked JOIN identity.users USING (email_key)`,
  )
}

type Parts = LoopParts & {
  readonly pool: Pool
  readonly openStreams: OpenStreams
  readonly accounts: Aggregates['accounts']
}

/** Gives owed commands to their accounts, now and later (loop.ts). A repeated command has one effect, since it has an id. */
export const giveOwedCommands = ({ pool, openStreams, accounts, log, signal }: Parts): (() => void) => {
  const give = async (id: string, command: AccountCommand, user: UserRow): Promise<void> => {
    if (!user.opened) await openStreams(user)
    const issued = { actorId: user.id, via: 'web', commandId: id } as const
    await accounts.handle(user.id, command, issued).catch(error => {
      if (!(error instanceof Rejected) || error.status === 503) throw error
      log.error({ err: error, userId: user.id, command: command.type }, 'an account refused what it is owed')
    })
    await pool.query('DELETE FROM identity.owed_commands WHERE id = $1', [id])
  }

  const giveAll = async (): Promise<void> => {
    await oweAsked(pool)
    const { rows } = await pool.query<{ owed: string; command: AccountCommand } & UserRow>(
      `SELECT owed.id AS owed, command, users.* FROM identity.owed_commands AS owed
       JOIN identity.users ON users.id = user_id ORDER BY owed.id LIMIT $1`,
      [AT_ONCE],
    )
    const errors: unknown[] = []
    for (const { owed, command, ...user } of rows)
      await give(owed, command, user).catch(error => errors.push(error))
    if (errors.length > 0) throw new AggregateError(errors, 'owed commands')
    if (rows.length === AT_ONCE) await giveAll()
  }

  const failure = 'events of accounts cannot be stored yet'
  return loop({ log, signal, work: giveAll, everyMs: AGAIN_AFTER_MS, failure })
}
