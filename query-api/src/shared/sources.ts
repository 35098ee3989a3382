import { type SqlBool, sql } from 'kysely'
import { prepared } from '../serving/prepared.ts'
import type { ReadDb } from '../tables.ts'
import { nameOf } from './names.ts'
import { isReadable } from './seen-tables.ts'
import { type Source, seenSource } from './source.ts'

/** The libraries that others share with a person. @param chosen only what is among All Articles */
export const sharedSources = async (db: ReadDb, userId: string, chosen: boolean): Promise<Source[]> => {
  const rows = await librariesOf(db, { userId }, { chosen })
  return rows.map(({ libraryId, memberId, owner }) =>
    seenSource(db, { libraryId, memberId }, { userId, owner, chosen }),
  )
}

/**
 * What a list looks among beside the reader's own links, or instead of them; undefined: only the own ones.
 * @param isShared as a search says it: true, only what others share; false, only the own
 */
export const othersOf = async (
  db: ReadDb,
  userId: string,
  wanted: {
    readonly shared: 'also' | 'only' | undefined
    readonly isShared: boolean | undefined
    readonly collection: unknown
  },
): Promise<{ withOwn: boolean; sources: Source[] } | undefined> => {
  if (wanted.isShared === false) return wanted.shared === 'only' ? { withOwn: false, sources: [] } : undefined
  const shared = wanted.isShared ? 'only' : wanted.shared
  if (shared === undefined) return undefined
  // A collection is one of the reader's own, where no library is named.
  const isAnywhere = wanted.collection === undefined
  const sources = isAnywhere ? await sharedSources(db, userId, shared === 'also') : []
  return { withOwn: shared === 'also', sources }
}

const librariesOf = prepared(
  'shared libraries',
  (db, { userId }: { userId: string }, { chosen }: { chosen: boolean }) =>
    db
      .selectFrom('sharing.people as person')
      .innerJoin('identity.users as owner', 'owner.library_id', 'person.library_id')
      .where('person.user_id', '=', userId)
      .where(isReadable(sql.ref('person.library_id')))
      .where(sql<SqlBool>`EXISTS (SELECT FROM sharing.memberships AS m WHERE m.member_id = person.member_id
        ${chosen ? sql`AND m.in_all_articles` : sql``})`)
      .select(['person.library_id as libraryId', 'person.member_id as memberId', nameOf('owner').as('owner')])
      .orderBy('person.library_id'),
)
