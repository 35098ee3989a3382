import { Rejected } from '@lectern/contracts/api/errors.ts'
import { FREE_ACCOUNTS_DAYS } from '@lectern/contracts/retention.ts'
import { kyselyOn } from '@lectern/platform/postgres/kysely.ts'
import { inTransaction, type Pool } from '@lectern/platform/postgres/postgres.ts'
import type { Generated, Insertable, Selectable } from 'kysely'

type UserTable = {
  id: string
  library_id: string
  email: string
  email_key: string
  username: string
  username_key: string
  first_name: string | null
  password_hash: string
  signup_command: string | null
  opened: Generated<boolean>
  created_at: Generated<Date>
}
export type UserRow = Selectable<UserTable>

/** Two emails or usernames with one key are the same. */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .toLowerCase()
    .toWellFormed()

export type Users = {
  /** Finds by email, or by username if there is no @. */
  find(emailOrUsername: string): Promise<UserRow | undefined>
  findByEmail(email: string): Promise<UserRow | undefined>
  findById(id: string): Promise<UserRow | undefined>
  /** The owner of a library. */
  findByLibrary(libraryId: string): Promise<UserRow | undefined>
  /** Whether the user has a session that was opened in this network. Asks for nobody (undefined), too, which takes as long. */
  hasSessionIn(network: string, userId: string | undefined): Promise<boolean>
  /**
   * Adds a user with a free account.
   * @param location the network to count the account for; undefined is exempt
   * @throws Rejected email-taken, username-taken, too-many-accounts
   */
  add(user: NewUser, location: Buffer | undefined): Promise<UserRow>
  /** Stores the same password's hash of the present cost, unless another password came meanwhile. @returns the row as it is now */
  renewHash(user: UserRow, passwordHash: string): Promise<UserRow>
  markOpened(userId: string): Promise<void>
  /** Users whose signup was interrupted before their streams were opened. */
  notOpened(): Promise<UserRow[]>
}

export type NewUser = Pick<
  Insertable<UserTable>,
  'id' | 'library_id' | 'email' | 'username' | 'password_hash' | 'signup_command'
>

/** @param limitPerLocation free accounts from one location in FREE_ACCOUNTS_DAYS */
export const usersIn = (pool: Pool, limitPerLocation: number): Users => {
  const db = kyselyOn<{ 'identity.users': UserTable }>(pool)
  const users = () => db.selectFrom('identity.users').selectAll()
  const findByEmail = (email: string) => users().where('email_key', '=', nameKey(email)).executeTakeFirst()

  return {
    findByEmail,
    findById: id => users().where('id', '=', id).executeTakeFirst(),
    findByLibrary: libraryId => users().where('library_id', '=', libraryId).executeTakeFirst(),

    hasSessionIn: async (network, userId) => {
      const { rowCount } = await pool.query(
        'SELECT FROM identity.sessions WHERE user_id = $1 AND network = $2 LIMIT 1',
        [userId ?? null, network],
      )
      return rowCount === 1
    },

    find: name =>
      name.includes('@')
        ? findByEmail(name)
        : users().where('username_key', '=', nameKey(name)).executeTakeFirst(),

    add: (user, location) =>
      inTransaction(pool, async client => {
        if (location !== undefined) {
          // Signups from one network wait for each other here, so that each counts the other.
          await client.query('SELECT pg_advisory_xact_lock($1)', [String(location.readBigInt64BE())])
          const { rows } = await client.query<{ count: number }>(
            `SELECT count(*)::int AS count FROM identity.free_accounts
             WHERE location = $1 AND created_at > now() - interval '${FREE_ACCOUNTS_DAYS} days'`,
            [location],
          )
          if ((rows[0]?.count ?? 0) >= limitPerLocation) throw new Rejected('too-many-accounts')
        }
        const keys = [nameKey(user.email), nameKey(user.username)]
        const { rows: added } = await client.query<UserRow>(
          `INSERT INTO identity.users
             (id, library_id, email, username, password_hash, signup_command, email_key, username_key)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING *`,
          [
            user.id,
            user.library_id,
            user.email,
            user.username,
            user.password_hash,
            user.signup_command,
            ...keys,
          ],
        )
        const [row] = added
        if (row === undefined) {
          const taken = await client.query('SELECT 1 FROM identity.users WHERE email_key = $1', [keys[0]])
          throw taken.rowCount === 0
            ? new Rejected('username-taken')
            : new Rejected('email-taken', { hasAccount: true })
        }
        if (location !== undefined)
          await client.query('INSERT INTO identity.free_accounts (location, user_id) VALUES ($1, $2)', [
            location,
            user.id,
          ])
        return row
      }),

    renewHash: async (user, password_hash) => {
      const { numUpdatedRows } = await db
        .updateTable('identity.users')
        .set({ password_hash })
        .where('id', '=', user.id)
        .where('password_hash', '=', user.password_hash)
        .executeTakeFirst()
      if (numUpdatedRows === 1n) return { ...user, password_hash }
      return (await users().where('id', '=', user.id).executeTakeFirst()) ?? user
    },

    markOpened: async userId => {
      await db.updateTable('identity.users').set({ opened: true }).where('id', '=', userId).execute()
    },

    notOpened: () => users().where('opened', '=', false).orderBy('created_at').execute(),
  }
}
