import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../serving/prepared.ts'
import type { ReadDb } from '../tables.ts'

/** How somebody is called, of the users under this name. */
export const nameOf = (table: string): RawBuilder<string> =>
  sql<string>`coalesce(${sql.ref(`${table}.first_name`)}, ${sql.ref(`${table}.username`)})`

const NOBODY: ReadonlyMap<string, string> = new Map()

/** The names of people whom a library knows by these ids. Whoever deleted their account has none. */
export const readNames = async (
  db: ReadDb,
  libraryId: string,
  memberIds: Iterable<string>,
): Promise<ReadonlyMap<string, string>> => {
  const ids = [...new Set(memberIds)]
  if (ids.length === 0) return NOBODY
  const rows = await namesOf(db, { libraryId, ids })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const namesOf = prepared('names', (db, { libraryId, ids }: { libraryId: string; ids: string[] }) =>
  db
    .selectFrom('sharing.people as person')
    .innerJoin('identity.users as user', 'user.id', 'person.user_id')
    .where('person.library_id', '=', libraryId)
    .where(sql<boolean>`person.member_id = ANY (${ids}::uuid[])`)
    .select(['person.member_id as id', nameOf('user').as('name')]),
)
