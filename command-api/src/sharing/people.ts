import { randomUUID } from 'node:crypto'
import { inTransaction, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { limitConcurrency } from '@lectern/platform/process/limit-concurrency.ts'
import type { Aggregates } from '../aggregates.ts'

/** Each holds a connection while it reads a library, which may need another one. */
const SETTLED_AT_ONCE = 2

/** Somebody with an account, and the library that is their own. */
export type Person = { readonly userId: string; readonly libraryId: string }

type Collection = { readonly libraryId: string; readonly collectionId: number }

export type People = {
  /** The id by which a library knows a person: a new one where it knows the person not yet. */
  memberIdOf(libraryId: string, person: Person): Promise<string>
  /** The id by which a library knows a person already. */
  knownIdOf(libraryId: string, userId: string): Promise<string | undefined>
  /** How many other collections a person is a member of. */
  countOthers(userId: string, collection: Collection): Promise<number>
  /** The library that knows a person by this id. */
  libraryOf(memberId: string): Promise<string | undefined>
  /** Whom a library knows by this id. */
  personOf(memberId: string): Promise<Person | undefined>
  /** Members of a collection choose for another one what they chose for the first. */
  copyChoices(from: Collection, to: Collection): Promise<void>
  /**
   * Brings the rows of a library's members in line with its state. Those who do it at once wait for each other, and each reads the state
   * when it has its turn, so that the last one writes what is true. It may be repeated.
   */
  settle(libraryId: string): Promise<void>
}

export const peopleIn = (pool: Pool, libraries: Aggregates['libraries']): People => {
  const places = limitConcurrency(SETTLED_AT_ONCE)

  return {
    memberIdOf: async (libraryId, { userId, libraryId: memberLibraryId }) => {
      const { rows } = await pool.query<{ id: string }>(
        `INSERT INTO sharing.people (member_id, library_id, user_id, member_library_id)
         SELECT $1, $2, id, $4 FROM identity.users WHERE id = $3
         ON CONFLICT (library_id, user_id) DO UPDATE SET member_library_id = EXCLUDED.member_library_id
         RETURNING member_id AS id`,
        [randomUUID(), libraryId, userId, memberLibraryId],
      )
      const [row] = rows
      if (row === undefined) throw new Error('The account is gone')
      return row.id
    },
    knownIdOf: async (libraryId, userId) => {
      const { rows } = await pool.query<{ id: string }>(
        'SELECT member_id AS id FROM sharing.people WHERE library_id = $1 AND user_id = $2',
        [libraryId, userId],
      )
      return rows[0]?.id
    },
    countOthers: async (userId, { libraryId, collectionId }) => {
      const { rows } = await pool.query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM sharing.people p JOIN sharing.memberships m USING (member_id)
         WHERE p.user_id = $1 AND NOT (p.library_id = $2 AND m.collection_id = $3)`,
        [userId, libraryId, collectionId],
      )
      return rows[0]?.count ?? 0
    },
    libraryOf: async memberId => {
      const { rows } = await pool.query<{ libraryId: string }>(
        'SELECT library_id AS "libraryId" FROM sharing.people WHERE member_id = $1',
        [memberId],
      )
      return rows[0]?.libraryId
    },
    personOf: async memberId => {
      const { rows } = await pool.query<Person>(
        `SELECT user_id AS "userId", member_library_id AS "libraryId" FROM sharing.people WHERE member_id = $1`,
        [memberId],
      )
      return rows[0]
    },
    copyChoices: async (from, to) => {
      await pool.query(
        `UPDATE sharing.memberships AS m SET in_all_articles = old.in_all_articles, weekly_mail = old.weekly_mail
         FROM sharing.memberships old
           JOIN sharing.people was ON was.member_id = old.member_id
           JOIN sharing.people p ON p.user_id = was.user_id
         WHERE was.library_id = $1 AND old.collection_id = $2 AND p.library_id = $3
           AND m.member_id = p.member_id AND m.collection_id = $4`,
        [from.libraryId, from.collectionId, to.libraryId, to.collectionId],
      )
    },
    settle: libraryId =>
      places.use(() =>
        inTransaction(pool, async client => {
          await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('sharing of ' || $1, 0))`, [
            libraryId,
          ])
          const { joined, collections } = await libraries.read(libraryId, library => ({
            joined: [...library.members].flatMap(([id, roles]) =>
              [...roles.keys()].map(who => [id, who] as const),
            ),
            collections: [...library.collections.keys()],
          }))
          const rows = [joined.map(([, who]) => who), joined.map(([id]) => id)]
          await client.query(
            `DELETE FROM sharing.memberships m USING sharing.people p
             WHERE p.member_id = m.member_id AND p.library_id = $1
               AND (m.member_id, m.collection_id) NOT IN (SELECT * FROM unnest($2::uuid[], $3::int[]))`,
            [libraryId, ...rows],
          )
          await client.query(
            `INSERT INTO sharing.memberships (member_id, collection_id)
             SELECT member_id, collection_id FROM unnest($2::uuid[], $3::int[]) AS joined (member_id, collection_id)
             JOIN sharing.people p USING (member_id) WHERE p.library_id = $1 ON CONFLICT DO NOTHING`,
            [libraryId, ...rows],
          )
          await client.query(
            `UPDATE sharing.invitations SET ended = 'withdrawn', ended_at = now(), email = NULL, email_key = NULL
             WHERE library_id = $1 AND ended IS NULL AND NOT (collection_id = ANY ($2::int[]))`,
            [libraryId, collections],
          )
        }),
      ),
  }
}
