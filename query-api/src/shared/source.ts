import { Rejected } from '@lectern/contracts/api/errors.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Reader } from '../links/filters.ts'
import { prepared } from '../serving/prepared.ts'
import type { ReadDb } from '../tables.ts'
import { nameOf } from './names.ts'
import { overlaid } from './overlay.ts'
import { isReadable, type Place, seenTables } from './seen-tables.ts'

/** Where links are read: a library, and how the reader sees it. */
export type Source = { readonly db: ReadDb; readonly reader: Reader }

/** The library of somebody else as a member sees it. @throws Rejected not-found where that is nothing, or nothing any more */
export const sharedSource = async (db: ReadDb, place: Place, userId: string): Promise<Source> => {
  const [found] = await ownerOf(db, place)
  if (!found?.is_seen) throw new Rejected('not-found')
  return seenSource(db, place, { userId, owner: found.name })
}

/** The library that a request is about: the caller's own, or that of somebody else. @throws Rejected not-found */
export const sourceFor = async (db: ReadDb, request: FastifyRequest): Promise<Source> => {
  const { userId, libraryId } = requireCaller(request)
  if (request.membership) return sharedSource(db, request.membership, userId)
  return { db, reader: { userId, libraryId } }
}

/** @param chosen only the collections that are among All Articles */
export const seenSource = (
  db: ReadDb,
  place: Place,
  { userId, owner, chosen }: { userId: string; owner: string; chosen?: boolean | undefined },
): Source => ({
  db: overlaid(db, seenTables(place, { chosen })),
  reader: { libraryId: place.libraryId, userId, seen: { memberId: place.memberId, owner } },
})

const ownerOf = prepared('owner', (db, { libraryId, memberId }: Place) =>
  db
    .selectFrom('identity.users as user')
    .where('user.library_id', '=', libraryId)
    .select([
      nameOf('user').as('name'),
      sql<boolean>`EXISTS (SELECT FROM sharing.memberships AS m WHERE m.member_id = ${memberId}::uuid)
        AND ${isReadable(sql`${libraryId}::uuid`)}`.as('is_seen'),
    ]),
)
