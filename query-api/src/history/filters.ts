import { ACT_GROUPS } from '@lectern/contracts/api/history.ts'
import type { HistoryQuery } from '@lectern/contracts/api/history-query.ts'
import { fold } from '@lectern/contracts/fold.ts'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { ReadDb, Tables } from '../tables.ts'
import type { Place } from './cursor.ts'
import { findMatches, hasMatchingLink, type Matches } from './matches.ts'

export type HistoryFilters = Omit<HistoryQuery, 'cursor' | 'limit'>

type Test = RawBuilder<boolean>
/** Acts in `act`, each source with an index that has them in order of their place. */
type Source = {
  /** The table that has at, stream and revision. */
  readonly placed: 'act' | 'topic'
  readonly acts: ActQuery
}
type ActQuery = SelectQueryBuilder<
  Tables & { act: Tables['acts']; topic: Tables['act_topics'] },
  'act',
  object
>

/** Where acts under some filters are found, and what else each of them must meet. */
export type Plan = {
  readonly sources: readonly Source[]
  /** An act may be in several sources. */
  readonly mayRepeat: boolean
  readonly rest: readonly Test[]
}

/** The narrowest filter decides where acts are looked for. The others are looked at in each act. */
export const planOf = async (db: ReadDb, libraryId: string, filters: HistoryFilters): Promise<Plan> => {
  const { link, import: importId, q, tag, collection, via, kind } = filters
  const ways = [
    ...(link === undefined ? [] : [linkWay(db, libraryId, link)]),
    ...(importId === undefined ? [] : [way(db, libraryId, sql`act.import_id = ${importId}::uuid`)]),
    ...matchesWay(db, libraryId, await findMatches(db, libraryId, q)),
    ...(tag === undefined ? [] : [topicWay(db, libraryId, `t${fold(tag)}`)]),
    ...(collection === undefined ? [] : [topicWay(db, libraryId, `c${collection}`)]),
    ...(via === undefined ? [] : [viaWay(db, libraryId, via)]),
    ...(kind === undefined ? [] : [kindWay(db, libraryId, kind)]),
  ]
  const first = ways.find(({ sources }) => sources.length > 0)
  return {
    sources: first?.sources ?? [{ placed: 'act', acts: actsOf(db, libraryId) }],
    mayRepeat: first?.mayRepeat ?? false,
    rest: ways.flatMap(each => (each === first ? [] : [each.test])),
  }
}

/** How one filter finds acts, if an index has them, and how it is looked at in an act. */
type Way = { readonly sources: readonly Source[]; readonly mayRepeat?: boolean; readonly test: Test }

const actsOf = (db: ReadDb, libraryId: string): ActQuery =>
  db.selectFrom('acts as act').where('act.library_id', '=', libraryId) as unknown as ActQuery

const way = (db: ReadDb, libraryId: string, test: Test): Way => ({
  sources: [{ placed: 'act', acts: actsOf(db, libraryId).where(test) }],
  test,
})

const linkWay = (db: ReadDb, libraryId: string, link: number): Way => {
  const [only, among]: Test[] = [sql`act.link_id = ${link}::integer`, sql`act.links @> ${link}::integer`]
  return {
    sources: [
      ...way(db, libraryId, only as Test).sources,
      ...way(db, libraryId, sql`act.links IS NOT NULL AND ${among}`).sources,
    ],
    test: sql`(${only} OR ${among})`,
  }
}

const topicWay = (db: ReadDb, libraryId: string, topic: string): Way => ({
  sources: [topicSource(db, libraryId, topic)],
  test: hasTopic(db, libraryId, [topic]),
})

const topicSource = (db: ReadDb, libraryId: string, topic: string): Source => ({
  placed: 'topic',
  acts: db
    .selectFrom('act_topics as topic')
    .innerJoin('acts as act', join =>
      join
        .onRef('act.library_id', '=', 'topic.library_id')
        .onRef('act.stream', '=', 'topic.stream')
        .onRef('act.revision', '=', 'topic.revision'),
    )
    .where('topic.library_id', '=', libraryId)
    .where('topic.topic', '=', topic) as unknown as ActQuery,
})

const hasTopic = (db: ReadDb, libraryId: string, topics: readonly string[]): Test =>
  sql`EXISTS (${db
    .selectFrom('act_topics as topic')
    .select('topic.topic')
    .where('topic.library_id', '=', libraryId)
    .where(sql<boolean>`topic.topic = ANY (${topics}::text[])
      AND (topic.at, topic.stream, topic.revision) = (act.at, act.stream, act.revision)`)})`

const viaWay = (db: ReadDb, libraryId: string, via: NonNullable<HistoryFilters['via']>): Way => {
  // A literal, so that Postgres sees which index has these rows. It has none of those of the web client, which are most.
  const test = sql<boolean>`act.via = ${sql.lit(via)}`
  return via === 'web' ? { sources: [], test } : way(db, libraryId, test)
}

const kindWay = (db: ReadDb, libraryId: string, group: NonNullable<HistoryFilters['kind']>): Way => {
  const kinds: readonly string[] = ACT_GROUPS[group]
  return {
    sources: kinds.flatMap(kind => way(db, libraryId, sql`act.kind = ${kind}`).sources),
    test: sql`act.kind = ANY (${kinds}::text[])`,
  }
}

const matchesWay = (db: ReadDb, libraryId: string, matches: Matches | undefined): Way[] => {
  if (matches === undefined) return []
  const { linkIds, topics, areMany } = matches
  const test: Test = sql`(${hasMatchingLink(db, libraryId, matches)} OR ${hasTopic(db, libraryId, topics)})`
  if (areMany) return [{ sources: [], test }]
  const among = sql<boolean>`act.links IS NOT NULL AND act.links && (
    SELECT range_agg(int4range(id, id, '[]')) FROM unnest(${linkIds}::integer[]) AS id)`
  const sources = [
    ...way(db, libraryId, sql`act.link_id = ANY (${linkIds}::integer[])`).sources,
    ...way(db, libraryId, among).sources,
    ...topics.map(topic => topicSource(db, libraryId, topic)),
  ]
  return [{ sources, mayRepeat: true, test }]
}

type Window = {
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly after?: Place | undefined
}

/** The acts of a plan as rows of `act`, newest first where `limit` is given, of each source at most that many. */
export const rowsOf = (
  db: ReadDb,
  { sources, mayRepeat }: Plan,
  { from, until, after }: Window,
  limit?: number,
) => {
  const [first, ...others] = sources.map(({ placed, acts }, n) => {
    let rows = acts.selectAll('act')
    const place = (column: string) => sql.ref(`${placed}.${column}`)
    if (from !== undefined) rows = rows.where(sql<boolean>`${place('at')} >= ${new Date(from)}`)
    if (until !== undefined) rows = rows.where(sql<boolean>`${place('at')} < ${new Date(until)}`)
    if (after !== undefined)
      rows = rows.where(
        sql<boolean>`(${place('at')}, ${place('stream')}, ${place('revision')})
          < (${after.at}, ${after.stream}, ${after.revision}::integer)`,
      )
    if (limit !== undefined)
      rows = rows
        .orderBy(place('at'), 'desc')
        .orderBy(place('stream'), 'desc')
        .orderBy(place('revision'), 'desc')
        .limit(limit)
    return db.selectFrom(rows.as(`source${n}`)).selectAll() as unknown as ActRows
  })
  const all = others.reduce((rows, more) => rows.unionAll(more), first as ActRows)
  if (limit === undefined && !mayRepeat) return all
  const once = db.selectFrom(all.as('act')).selectAll()
  const ordered = once.orderBy('act.at', 'desc').orderBy('act.stream', 'desc').orderBy('act.revision', 'desc')
  const distinct = mayRepeat ? ordered.distinctOn(['act.at', 'act.stream', 'act.revision']) : ordered
  return limit === undefined ? distinct : distinct.limit(limit)
}

export type ActRow = Tables['acts']
type ActRows = SelectQueryBuilder<Tables, never, ActRow>
