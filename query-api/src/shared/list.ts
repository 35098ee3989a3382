import type { SharedList } from '@lectern/contracts/api/sharing.ts'
import { READ_ON_DAYS, type Role } from '@lectern/contracts/sharing.ts'
import { sql } from 'kysely'
import { prepared } from '../serving/prepared.ts'
import type { ReadDb } from '../tables.ts'
import { nameOf } from './names.ts'
import { isReadable } from './seen-tables.ts'

/** The collections that others share with a person. */
export const listShared = async (db: ReadDb, userId: string): Promise<SharedList> => {
  const rows = await sharedWith(db, { userId })
  return rows.map(({ role, until, isOffered, ...collection }) => ({
    ...collection,
    // Without sharing in the owner's plan members only read.
    role: until === null ? role : 'reader',
    readUntil: until === null ? null : until.toISOString(),
    ...(isOffered && { isOffered: true }),
  }))
}

/** What the member has flagged in the collection. The owner's flags do not count. */
const flagged = sql<{ favorites: number; archived: number }>`(
  SELECT count(*) FILTER (WHERE flag.is_archived)::integer AS archived,
    count(*) FILTER (WHERE flag.is_favorite AND NOT flag.is_archived)::integer AS favorites
  FROM shared_flags AS flag JOIN links AS link
    ON link.library_id = person.library_id AND link.id = flag.link_id AND link.collection_id = m.collection_id
  WHERE flag.member_id = m.member_id)`.as('flagged')

const sharedWith = prepared('shared', (db, { userId }: { userId: string }) =>
  db
    .selectFrom('sharing.people as person')
    .innerJoin('sharing.memberships as m', 'm.member_id', 'person.member_id')
    .innerJoin('collections as collection', join =>
      join
        .onRef('collection.library_id', '=', 'person.library_id')
        .onRef('collection.id', '=', 'm.collection_id'),
    )
    .innerJoin('members as member', join =>
      join
        .onRef('member.library_id', '=', 'person.library_id')
        .onRef('member.collection_id', '=', 'm.collection_id')
        .onRef('member.member_id', '=', 'm.member_id'),
    )
    .innerJoin('libraries as library', 'library.library_id', 'person.library_id')
    .innerJoin('identity.users as owner', 'owner.library_id', 'person.library_id')
    .innerJoinLateral(flagged, join => join.onTrue())
    .where('person.user_id', '=', userId)
    .where(isReadable(sql.ref('person.library_id')))
    .select([
      ...(['person.library_id as libraryId', 'm.collection_id as collectionId'] as const),
      ...(['collection.name', 'collection.description', 'collection.color'] as const),
      ...(['m.in_all_articles as inAllArticles', 'm.weekly_mail as weeklyMail'] as const),
      sql<Role>`member.role`.as('role'),
      'member.is_offered as isOffered',
      nameOf('owner').as('owner'),
      sql<Date | null>`library.paused_at + make_interval(days => ${sql.lit(READ_ON_DAYS)})`.as('until'),
      sql<number>`collection.active + collection.archived - flagged.archived`.as('count'),
      'flagged.favorites',
      'flagged.archived',
    ])
    .orderBy('owner')
    .orderBy('collection.name')
    .orderBy('libraryId')
    .orderBy('collectionId'),
)
