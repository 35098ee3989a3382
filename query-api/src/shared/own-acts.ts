import { ACT_GROUPS, type HistoryAct } from '@lectern/contracts/api/history.ts'
import { toldAct } from '@lectern/contracts/read-model/acts.ts'
import type { ActFacts } from '@lectern/contracts/read-model/tables.ts'
import { sql } from 'kysely'
import { readActNames } from '../history/acts.ts'
import type { Place } from '../history/cursor.ts'
import type { ActRow, HistoryFilters } from '../history/filters.ts'
import { shownTitle } from '../links/link-row.ts'
import type { ReadDb } from '../tables.ts'
import { isSharedWith } from './seen-tables.ts'

/** What the history is filtered by is of the own library, but for these. */
const COMMON: ReadonlySet<string> = new Set(['kind', 'via', 'from', 'until'])

/** What a person did in the libraries of others, newest first. */
export const actsElsewhere = async (
  db: ReadDb,
  userId: string,
  { after, limit, ...filters }: HistoryFilters & { after: Place | undefined; limit: number },
): Promise<ActRow[]> => {
  const isOfOwn = Object.entries(filters).some(([name, value]) => value !== undefined && !COMMON.has(name))
  if (isOfOwn) return []
  const { kind, via, from, until } = filters
  let acts = db
    .selectFrom('sharing.people as person')
    .innerJoin('acts as act', 'act.member_id', 'person.member_id')
    .where('person.user_id', '=', userId)
    .selectAll('act')
  if (kind !== undefined) acts = acts.where('act.kind', 'in', [...ACT_GROUPS[kind]])
  if (via !== undefined) acts = acts.where('act.via', '=', via)
  if (from !== undefined) acts = acts.where('act.at', '>=', new Date(from))
  if (until !== undefined) acts = acts.where('act.at', '<', new Date(until))
  if (after !== undefined)
    acts = acts.where(
      sql<boolean>`(act.at, act.stream, act.revision) < (${after.at}, ${after.stream}, ${after.revision}::integer)`,
    )
  return acts
    .orderBy('act.at', 'desc')
    .orderBy('act.stream', 'desc')
    .orderBy('act.revision', 'desc')
    .orderBy('act.member_id')
    .limit(limit)
    .execute()
}

/**
 * Acts in the libraries of others as their person is told of them. Titles, texts and names are told while the person may see what they are
 * of. Nothing is undone from here: the activity of the collection does that.
 */
export const tellElsewhere = async (
  db: ReadDb,
  userId: string,
  rows: readonly ActRow[],
): Promise<Map<ActRow, HistoryAct>> => {
  const told = new Map<ActRow, HistoryAct>()
  for (const [libraryId, ofOne] of Map.groupBy(rows, row => row.library_id)) {
    const links = await visibleLinks(db, userId, { libraryId, ids: ofOne.flatMap(({ named }) => named) })
    const collections = await visibleCollections(db, userId, libraryId)
    const shown = ofOne.map(row => asTold(row, { links, collections }))
    const names = await readActNames(db, libraryId, shown)
    for (const [n, row] of ofOne.entries()) {
      const act = toldAct(shown[n] as ActRow, { names, imports: new Map() })
      told.set(row, { ...act, id: `${row.member_id}/${act.id}`, library: libraryId, undo: 'final' })
    }
  }
  return told
}

type Visible = { readonly links: ReadonlyMap<number, unknown>; readonly collections: ReadonlySet<number> }

const asTold = (row: ActRow, { links, collections }: Visible): ActRow => {
  const named = row.named.filter(id => links.has(id))
  const { sharing, collectionId, collectionBefore, isReturn, undone, ...texts } = row.facts
  const isSeen = (id: number | null | undefined): id is number | null =>
    id === null || collections.has(id ?? 0)
  const facts: ActFacts = {
    ...(named.length > 0 ? texts : {}),
    ...(sharing && { sharing }),
    ...(isReturn && { isReturn }),
    ...(undone && { undone }),
    ...(isSeen(collectionId) && { collectionId }),
    ...(isSeen(collectionBefore) && { collectionBefore }),
  }
  return { ...row, import_id: null, named, facts }
}

type Elsewhere = { readonly libraryId: string; readonly ids: readonly number[] }
type Titled = { readonly id: number; readonly title: string; readonly url: string }

const visibleLinks = async (
  db: ReadDb,
  userId: string,
  { libraryId, ids }: Elsewhere,
): Promise<Map<number, Titled>> => {
  if (ids.length === 0) return new Map()
  const seen = db
    .selectFrom('links')
    .selectAll()
    .where('library_id', '=', libraryId)
    .where('id', 'in', [...new Set(ids)])
    .where(isSharedWith(userId))
  const rows = await db
    .selectFrom(seen.as('link'))
    .leftJoin('articles as article', 'article.article_id', 'link.article_id')
    .select(['link.id', 'link.url', shownTitle.as('title')])
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

const visibleCollections = async (db: ReadDb, userId: string, libraryId: string): Promise<Set<number>> => {
  const rows = await db
    .selectFrom('sharing.people as person')
    .innerJoin('sharing.memberships as m', 'm.member_id', 'person.member_id')
    .where('person.user_id', '=', userId)
    .where('person.library_id', '=', libraryId)
    .select('m.collection_id as id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Adds the links of others that acts in the own library are about: notes and flags there. They have the titles of today. */
export const withLinksElsewhere = async (
  db: ReadDb,
  userId: string,
  rows: readonly ActRow[],
  acts: readonly HistoryAct[],
): Promise<HistoryAct[]> => {
  const members = rows.flatMap(({ facts }) => facts.elsewhere?.memberId ?? [])
  if (members.length === 0) return [...acts]
  const libraries = await db
    .selectFrom('sharing.people')
    .select(['member_id', 'library_id'])
    .where('user_id', '=', userId)
    .where('member_id', 'in', members)
    .execute()
  const links = new Map<string, Map<number, Titled>>()
  for (const { member_id, library_id: libraryId } of libraries) {
    const ids = rows.flatMap(({ facts }) =>
      facts.elsewhere?.memberId === member_id ? facts.elsewhere.links : [],
    )
    links.set(member_id, await visibleLinks(db, userId, { libraryId, ids }))
  }
  const libraryOf = new Map(libraries.map(({ member_id, library_id }) => [member_id, library_id]))
  return acts.map((act, n) => {
    const elsewhere = rows[n]?.facts.elsewhere
    const library = elsewhere && libraryOf.get(elsewhere.memberId)
    if (!elsewhere || library === undefined) return act
    const named = elsewhere.links.flatMap(id => links.get(elsewhere.memberId)?.get(id) ?? [])
    return { ...act, library, links: named.map(({ id, title, url }) => ({ id, title, url, isGone: false })) }
  })
}
