import { READ_ON_DAYS } from '@lectern/contracts/sharing.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'

type Seen = ReadonlyMap<string, ReadonlySet<number>>
type Row = { readonly libraryId: string; readonly ids: number[] }

/** Attempts to read what is shared with a person, while the database is busy. */
const TRIES = 3

/**
 * What others share with the people who have open tabs, and may still be read, kept in memory: each change of a library finds its members here, without a
 * question to the database. It is read when somebody comes, and when a membership began or ended.
 */
export const openMemberships = (pool: Pool, schema: () => string) => {
  const seen = new Map<string, Seen>()
  const members = new Map<string, Set<string>>()
  const latest = new Map<string, symbol>()

  const put = (userId: string, libraries: Seen) => {
    for (const libraryId of seen.get(userId)?.keys() ?? []) {
      const users = members.get(libraryId)
      users?.delete(userId)
      if (users?.size === 0) members.delete(libraryId)
    }
    if (libraries.size > 0) seen.set(userId, libraries)
    else seen.delete(userId)
    for (const libraryId of libraries.keys())
      members.set(libraryId, (members.get(libraryId) ?? new Set()).add(userId))
  }

  const rowsOf = async (where: string, value: unknown): Promise<Row[]> => {
    const { rows } = await pool.query<Row>(
      `SELECT person.library_id AS "libraryId", array_agg(m.collection_id) AS ids
       FROM sharing.people AS person JOIN sharing.memberships AS m USING (member_id)
         LEFT JOIN ${schema()}.libraries AS owner ON owner.library_id = person.library_id
       WHERE ${where} AND (owner.paused_at IS NULL OR owner.paused_at > now() - interval '${READ_ON_DAYS} days')
       GROUP BY 1`,
      [value],
    )
    return rows
  }

  return {
    /** @throws the database's error after some tries; Rejected being-updated, unavailable */
    load: async (userId: string): Promise<void> => {
      const mine = Symbol(userId)
      latest.set(userId, mine)
      for (let n = 1; ; n += 1)
        try {
          const rows = await rowsOf('person.user_id = $1', userId)
          // A later one has read the same or more.
          if (latest.get(userId) !== mine) return
          return put(userId, new Map(rows.map(({ libraryId, ids }) => [libraryId, new Set(ids)])))
        } catch (error) {
          if (n === TRIES) throw error
        }
    },
    forget: (userId: string): void => {
      latest.delete(userId)
      put(userId, new Map())
    },
    librariesOf: (userId: string): Iterable<string> => seen.get(userId)?.keys() ?? [],
    /** Members who see some of these collections, and which. */
    whoSees: (libraryId: string, collections: readonly number[]): [userId: string, collections: number[]][] =>
      [...(members.get(libraryId) ?? [])].flatMap(userId => {
        const ids = seen.get(userId)?.get(libraryId)
        const common = collections.filter(id => ids?.has(id))
        return common.length > 0 ? [[userId, common] as [string, number[]]] : []
      }),
    /** Where members of these ids take part. A note on a link of somebody else is rare, and says no more. */
    placesOf: (memberIds: readonly string[]): Promise<Row[]> =>
      rowsOf('person.member_id = ANY ($1::uuid[])', memberIds),
  }
}
