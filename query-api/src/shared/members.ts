import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { MemberList } from '@lectern/contracts/api/sharing.ts'
import { prepared } from '../serving/prepared.ts'
import type { ReadDb } from '../tables.ts'
import { nameOf } from './names.ts'
import type { Source } from './source.ts'

/** Who takes part in a collection. @throws Rejected collection-not-found */
export const listMembers = async (
  today: ReadDb,
  { db, reader }: Source,
  collectionId: number,
): Promise<MemberList> => {
  const { libraryId, seen } = reader
  await checkCollection(db, libraryId, collectionId)
  const [[owner], members] = await Promise.all([
    ownerOf(today, { libraryId }),
    membersOf(today, { libraryId, collectionId }),
  ])
  return {
    owner: { name: owner?.name ?? '', isYou: seen === undefined },
    members: members.map(({ joined_at, is_offered, ...member }) => ({
      ...member,
      joinedAt: joined_at.toISOString(),
      isYou: member.id === seen?.memberId,
      // It is between the owner and them.
      ...(is_offered && (!seen || member.id === seen.memberId) && { isOffered: true }),
    })),
  }
}

/** The names of the members of each of a library's collections, who joined first comes first. */
export const namesByCollection = async (
  today: ReadDb,
  libraryId: string,
): Promise<ReadonlyMap<number, string[]>> => {
  const names = new Map<number, string[]>()
  for (const { id, name } of await namesOf(today, { libraryId })) {
    const all = names.get(id)
    if (all) all.push(name)
    else names.set(id, [name])
  }
  return names
}

/** @param db in which the collections are those that the reader sees @throws Rejected collection-not-found */
export const checkCollection = async (db: ReadDb, libraryId: string, id: number): Promise<void> => {
  const found = await db
    .selectFrom('collections')
    .select('id')
    .where('library_id', '=', libraryId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw new Rejected('collection-not-found')
}

const ownerOf = prepared('name of an owner', (db, { libraryId }: { libraryId: string }) =>
  db
    .selectFrom('identity.users as user')
    .where('user.library_id', '=', libraryId)
    .select(nameOf('user').as('name')),
)

/** Members while their memberships last, with their accounts. */
const joined = (db: ReadDb) =>
  db
    .selectFrom('members as member')
    .innerJoin('sharing.memberships as m', join =>
      join
        .onRef('m.member_id', '=', 'member.member_id')
        .onRef('m.collection_id', '=', 'member.collection_id'),
    )
    .innerJoin('sharing.people as person', 'person.member_id', 'member.member_id')
    .innerJoin('identity.users as user', 'user.id', 'person.user_id')

const namesOf = prepared('names of members', (db, { libraryId }: { libraryId: string }) =>
  joined(db)
    .where('member.library_id', '=', libraryId)
    .select(['member.collection_id as id', nameOf('user').as('name')])
    .orderBy('member.joined_at')
    .orderBy('member.member_id'),
)

type OfCollection = { libraryId: string; collectionId: number }

const membersOf = prepared('members', (db, { libraryId, collectionId }: OfCollection) =>
  joined(db)
    .where('member.library_id', '=', libraryId)
    .where('member.collection_id', '=', collectionId)
    .select(['member.member_id as id', nameOf('user').as('name'), 'member.role'])
    .select(['member.joined_at', 'member.is_offered'])
    .orderBy('member.joined_at')
    .orderBy('member.member_id'),
)
