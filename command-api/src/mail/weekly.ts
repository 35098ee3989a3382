import type { LinkTexts } from '@lectern/contracts/events/library.ts'
import { hasSharing } from '@lectern/contracts/sharing.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Pool, Queryable } from '@lectern/platform/postgres/postgres.ts'
import { weeklyToken } from '../accounts/unsubscribe-token.ts'
import type { Users } from '../accounts/users.ts'
import type { Aggregates } from '../aggregates.ts'
import { isOfClosed } from '../closing/is-closed.ts'
import { roleNow } from '../domain/library/sharing/state.ts'
import type { ShownTitles } from '../reading/shown-titles.ts'
import { type Doings, whatHappened } from '../sharing/what-happened.ts'
import type { Mail } from './mails.ts'
import type { Prepared } from './prepared.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** 1970 began on a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS

/** The number of a week, which begins on Monday, in UTC. */
export const weekOf = (ms: number): number => Math.floor((ms - FIRST_MONDAY_MS) / WEEK_MS)
export const beginningOf = (week: number): number => week * WEEK_MS + FIRST_MONDAY_MS

/** On these days of a week the last one is told. Who chooses these mails later waits for the next. */
const TOLD_DAYS = 2

/** The id of a mail follows from what it is about, so that it is asked for once. Its revision is the week. */
const ID = (week: string) => `md5(m.member_id || '/' || m.collection_id || '/' || ${week})::uuid`

/** Asks for the mails about the last week. It may be repeated. */
export const askForWeekly = async (db: Queryable, nowMs = Date.now()): Promise<void> => {
  const week = weekOf(nowMs)
  if (nowMs >= beginningOf(week) + TOLD_DAYS * DAY_MS) return
  await db.query(
    `INSERT INTO command.mails (event_id, kind, account_id, revision)
     SELECT ${ID('$1::int')}, 'weekly', p.user_id, $1
     FROM sharing.memberships m JOIN sharing.people p USING (member_id) JOIN identity.users u ON u.id = p.user_id
     WHERE m.weekly_mail AND m.joined_at < $2 ON CONFLICT DO NOTHING`,
    [week - 1, new Date(beginningOf(week))],
  )
}

export type WeeklyMailParts = Pick<Aggregates, 'libraries' | 'notebooks'> & {
  readonly pool: Pool
  readonly store: EventStore
  readonly users: Pick<Users, 'findById' | 'findByLibrary'>
  readonly shownTitles: ShownTitles
  readonly internalSecret: string
}

type Row = {
  readonly memberId: string
  readonly collectionId: number
  readonly libraryId: string
  readonly joinedAt: Date
}
const never = (reason: string): Prepared => ({ send: false, reason })
/** Articles that a mail names. */
const TITLES_MAX = 10

/** What the others did in a collection. Nobody is told of a week in which they did nothing. */
export const prepareWeekly = async (
  { accountId, eventId, revision: week }: Mail,
  parts: WeeklyMailParts,
): Promise<Prepared> => {
  const { pool, users } = parts
  const { rows } = await pool.query<Row>(
    `SELECT m.member_id AS "memberId", collection_id AS "collectionId", library_id AS "libraryId", joined_at AS "joinedAt"
     FROM sharing.memberships m JOIN sharing.people p USING (member_id)
     WHERE p.user_id = $1 AND m.weekly_mail AND ${ID('$2::int')} = $3`,
    [accountId, week, eventId],
  )
  const [row] = rows
  const user = await users.findById(accountId)
  if (row === undefined || user === undefined) return never('it is wanted no more')
  const { memberId, collectionId, libraryId } = row
  const [owner, found] = [await users.findByLibrary(libraryId), await seenIn(parts, row)]
  if (owner === undefined || found === undefined) return never('the collection is shared no more')
  const from = Math.max(beginningOf(week), row.joinedAt.getTime())
  const people = await peopleIn(pool, libraryId)
  const writers = new Map<string | null, string>(people.map(({ id, ownLibraryId }) => [id, ownLibraryId]))
  writers.set(null, libraryId).delete(memberId)
  const asked = { libraryId, collectionId, from, until: beginningOf(week + 1), writers }
  const happened = new Map(await whatHappened(parts, { ...asked, collectionOf: found.collectionOf }))
  happened.delete(memberId)
  if (happened.size === 0) return never('nothing happened')
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const added = [...new Set([...happened.values()].flatMap(({ added }) => [...added]))]
  return {
    send: true,
    to: user.email,
    name: user.first_name ?? user.username,
    hasPrioritySupport: false,
    facts: {
      ...{ kind: 'weekly', collection: found.name, owner: owner.first_name ?? owner.username },
      doings: [...happened].map(([by, doings]) => [
        by === null ? (owner.first_name ?? owner.username) : (names.get(by) ?? 'Somebody'),
        inWords(doings),
      ]),
      titles: await parts.shownTitles(found.textsOf(added.slice(0, TITLES_MAX))),
      ...{ path: `/shared/${libraryId}/${collectionId}` },
      unsubscribeToken: weeklyToken({ memberId, collectionId }, parts.internalSecret),
    },
  }
}

/** undefined where the member sees nothing any more. */
const seenIn = async (
  { libraries }: Pick<Aggregates, 'libraries'>,
  { libraryId, memberId, collectionId }: Row,
) => {
  const now = new Date().toISOString()
  try {
    return await libraries.read(libraryId, library => {
      const collection = library.collections.get(collectionId)
      if (!collection || !hasSharing(library.allowance.plan)) return undefined
      if (roleNow(library, collectionId, memberId, now) === undefined) return undefined
      const collectionOf = new Map([...library.links].map(([id, link]) => [id, link.collectionId]))
      const inside = [...library.links].filter(([, link]) => link.collectionId === collectionId)
      const texts = new Map(inside.map(([id, link]) => [id, link.texts]))
      const textsOf = (ids: readonly number[]): LinkTexts[] => ids.flatMap(id => texts.get(id) ?? [])
      return { name: collection.name, collectionOf, textsOf }
    })
  } catch (error) {
    if (isOfClosed(error)) return undefined
    throw error
  }
}

/** Whom the library knows, also those who left. */
const peopleIn = async (pool: Pool, libraryId: string) => {
  const { rows } = await pool.query<{ id: string; name: string; ownLibraryId: string }>(
    `SELECT member_id AS id, coalesce(first_name, username) AS name, member_library_id AS "ownLibraryId"
     FROM sharing.people JOIN identity.users u ON u.id = user_id WHERE people.library_id = $1`,
    [libraryId],
  )
  return rows
}

const articles = (ids: ReadonlySet<number>): string => (ids.size === 1 ? '1 article' : `${ids.size} articles`)

/** As in: joined, added 3 articles, changed 1 article. */
export const inWords = ({ added, changed, takenOut, notes, hasJoined, hasLeft }: Doings): string =>
  [
    ...(hasJoined ? ['joined'] : []),
    ...(added.size > 0 ? [`added ${articles(added)}`] : []),
    ...(changed.size > 0 ? [`changed ${articles(changed)}`] : []),
    ...(takenOut.size > 0 ? [`took out ${articles(takenOut)}`] : []),
    ...(notes > 0 ? [notes === 1 ? 'wrote 1 note' : `wrote ${notes} notes`] : []),
    ...(hasLeft ? ['left'] : []),
  ].join(', ')
