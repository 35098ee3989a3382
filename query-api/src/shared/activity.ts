import type { ActKind, HistoryAct, HistoryPage } from '@lectern/contracts/api/history.ts'
import { toldAct } from '@lectern/contracts/read-model/acts.ts'
import type { ActFacts } from '@lectern/contracts/read-model/tables.ts'
import { sql } from 'kysely'
import { readActNames, readActors } from '../history/acts.ts'
import { encodePlace, type Place } from '../history/cursor.ts'
import type { ActRow } from '../history/filters.ts'
import { merged } from '../history/merge.ts'
import { readUndone } from '../history/undone.ts'
import type { ReadDb } from '../tables.ts'
import { isLeaving, namesBefore, namesThere } from './left-links.ts'
import { readNoted } from './noted.ts'
import type { Source } from './source.ts'

/** Acts of the library that are looked at for a page. */
const LOOKS_MAX = 5_000

/** Flags are each person's own, and tags are renamed in a whole library. */
const KINDS: readonly ActKind[] = [
  ...(['saved', 'edited', 'moved', 'tagged', 'changed', 'deleted', 'page-provided', 'page-removed'] as const),
  ...(['collection-created', 'collection-edited', 'imported', 'undone'] as const),
]
const UNTOLD: readonly ActKind[] = [
  ...([
    'favorited',
    'unfavorited',
    'archived',
    'unarchived',
    'tag-renamed',
    'tags-merged',
    'tag-deleted',
  ] as const),
]

type Wanted = { readonly collectionId: number; readonly after: Place | undefined; readonly limit: number }
/** `told` are the links of the act that are told, the first three, and `told_count` counts them. */
type Found = ActRow & { readonly told: number[]; readonly told_count: number; readonly is_looked: boolean }

/**
 * What happened in a collection, newest first: acts on the collection itself; links that came and went; and what was done to those that are
 * in it, or were deleted from it, since they came. Of an act on many links only these are told. What was done to a link before it came,
 * and to one that left, is not told. Notes that all see are acts, too. Members are told of what happened since one of them joined: before,
 * the collection was the owner's alone.
 * @param today in which links and acts are those of all
 */
export const readActivity = async (today: ReadDb, source: Source, wanted: Wanted): Promise<HistoryPage> => {
  const { db, reader } = source
  const { libraryId, seen } = reader
  const { limit } = wanted
  const [rows, noted] = await Promise.all([
    find(today, libraryId, wanted, seen !== undefined),
    readNoted(today, source, { ...wanted, limit: limit + 1 }),
  ])
  const found = rows.filter(({ is_looked }) => !is_looked)
  const own = found.slice(0, limit)
  const end = found.length > limit ? own.at(-1) : rows.find(({ is_looked }) => is_looked)
  const page = merged({ rows: own, next: end }, noted, limit)
  const shown = page.rows.flatMap(row => ('act' in row ? [] : [row]))
  const visible = await visibleCollections(db, libraryId)
  const acts = shown.map(row => asTold(row, wanted.collectionId, visible))
  const [names, undone, actorOf] = await Promise.all([
    readActNames(today, libraryId, acts),
    readUndone(today, libraryId, shown),
    readActors(today, libraryId, shown),
  ])
  const of = { libraryId, collectionId: wanted.collectionId }
  const told = seen ? namesBefore(of, shown, await namesThere(today, of, acts, names)) : names
  const byOf = ({ member_id }: ActRow): Pick<HistoryAct, 'by'> => {
    if (member_id === (seen?.memberId ?? null)) return {}
    return member_id === null ? { by: seen?.owner ?? '' } : actorOf({ member_id })
  }
  const undoOf = (row: ActRow): HistoryAct['undo'] => {
    if (row.undo === 'possible' && undone.has(row.revision)) return 'undone'
    return seen && row.member_id !== seen.memberId ? 'final' : row.undo
  }
  const tell = (row: ActRow): HistoryAct => ({
    ...toldAct(row, { names: told, imports: new Map() }),
    ...(seen && { library: libraryId }),
    ...byOf(row),
    undo: undoOf(row),
  })
  return {
    acts: page.rows.map(row => ('act' in row ? row.act : tell(acts[shown.indexOf(row)] as ActRow))),
    nextCursor: page.next ? encodePlace(page.next) : null,
  }
}

const visibleCollections = async (db: ReadDb, libraryId: string): Promise<ReadonlySet<number>> => {
  const rows = await db.selectFrom('collections').select('id').where('library_id', '=', libraryId).execute()
  return new Set(rows.map(({ id }) => id))
}

/** The act as those who share the collection are told of it. */
const asTold = (row: Found, collectionId: number, visible: ReadonlySet<number>): ActRow => {
  const { facts } = row
  // What the link was before it came is not told, nor what it became when it left.
  const hasCome = facts.collectionId === collectionId
  const hasLeft = isLeaving(row, collectionId)
  const isOfCollection = row.kind.startsWith('collection-')
  const isSeen = (id: number | null | undefined) => id == null || visible.has(id)
  const told: ActFacts = {
    ...(facts.sharing && { sharing: facts.sharing }),
    ...(facts.collectionId !== undefined && {
      collectionId: isSeen(facts.collectionId) ? facts.collectionId : null,
    }),
    ...(facts.collectionBefore !== undefined &&
      isSeen(facts.collectionBefore) && { collectionBefore: facts.collectionBefore }),
    ...(facts.changes && (isOfCollection || !(hasCome || hasLeft)) && { changes: facts.changes }),
    ...(facts.tags && !hasLeft && { tags: facts.tags }),
    ...(facts.addTags && !hasLeft && { addTags: facts.addTags }),
    ...(facts.removeTags && !hasCome && { removeTags: facts.removeTags }),
    ...(facts.undone && { undone: facts.undone }),
    ...(facts.isReturn && { isReturn: true }),
  }
  return {
    ...row,
    // A file and its other rows are its owner's.
    ...(row.kind === 'imported' && { kind: 'saved' as const }),
    ...{ import_id: null, facts: told, named: row.told, link_count: row.told_count },
  }
}

/** The rows of a page and one more, and where not all acts were looked at the last one that was. */
const find = async (
  db: ReadDb,
  libraryId: string,
  { collectionId, after, limit }: Wanted,
  isMember: boolean,
): Promise<Found[]> => {
  const library = sql`${libraryId}::uuid`
  const topic = `c${collectionId}`
  const place = sql`(act.at, act.stream, act.revision)`
  const window = after
    ? sql`AND ${place} < (${after.at}, ${after.stream}, ${after.revision}::integer)`
    : sql``
  const sinceShared = isMember
    ? sql`AND act.at >= (SELECT min(joined_at) FROM members AS member
        WHERE member.library_id = ${library} AND member.collection_id = ${collectionId}::integer)`
    : sql``
  const isOf = (id: string) =>
    sql`(act.facts ->> ${sql.lit(id)})::integer IS NOT DISTINCT FROM ${collectionId}::integer`
  const { rows } = await sql<Found>`
    WITH topics AS MATERIALIZED (
      SELECT act.revision, act.position, act.link_id, act.links
      FROM act_topics AS topic JOIN acts AS act USING (library_id, stream, revision)
      WHERE topic.library_id = ${library} AND topic.topic = ${topic} AND topic.stream = 'l'),
    -- Since when each link is in the collection, or was when it was deleted: the last act that says so.
    held AS MATERIALIZED (
      SELECT link.id, max(came.position) AS since
      FROM (
          SELECT id FROM links WHERE library_id = ${library} AND collection_id = ${collectionId}
          UNION ALL SELECT id FROM deleted_links WHERE library_id = ${library} AND collection_id = ${collectionId}) AS link
        JOIN (
          SELECT link_id AS id, position FROM topics WHERE link_id IS NOT NULL
          UNION ALL SELECT generate_series(lower(r), upper(r) - 1), position FROM topics, unnest(links) AS r) AS came USING (id)
      GROUP BY link.id),
    looked AS MATERIALIZED (
      SELECT act.* FROM acts AS act WHERE act.library_id = ${library} ${window} ${sinceShared}
      ORDER BY act.at DESC, act.stream DESC, act.revision DESC LIMIT ${sql.lit(LOOKS_MAX)}),
    named AS (
      SELECT act.*,
        CASE
          -- Its links came or went with it, all of them.
          WHEN topic.revision IS NOT NULL AND (${isOf('collectionId')} OR ${isOf('collectionBefore')}) THEN act.named
          WHEN act.link_id IS NOT NULL THEN CASE WHEN one.since <= act.position THEN ARRAY[act.link_id] ELSE '{}' END
          ELSE coalesce((many.ids)[1:3], '{}') END AS told,
        CASE
          WHEN topic.revision IS NOT NULL AND (${isOf('collectionId')} OR ${isOf('collectionBefore')}) THEN act.link_count
          WHEN act.link_id IS NOT NULL THEN (one.since <= act.position)::integer
          ELSE coalesce(cardinality(many.ids), 0) END AS told_count,
        topic.revision IS NOT NULL AND act.link_count = 0 AS is_of_it
      FROM looked AS act
        LEFT JOIN topics AS topic ON topic.revision = act.revision
        LEFT JOIN held AS one ON one.id = act.link_id
        LEFT JOIN LATERAL (
          SELECT array_agg(held.id ORDER BY held.id) AS ids FROM held
          WHERE act.links @> held.id AND held.since <= act.position) AS many ON act.links IS NOT NULL
      WHERE act.stream = 'l' AND act.kind = ANY (${KINDS as string[]}::text[])
        AND NOT coalesce(act.facts -> 'undone' ->> 'kind', '') = ANY (${UNTOLD as string[]}::text[]))
    (SELECT named.*, false AS is_looked FROM named WHERE is_of_it OR told_count > 0
      ORDER BY at DESC, stream DESC, revision DESC LIMIT ${limit + 1})
    UNION ALL
    (SELECT looked.*, '{}'::integer[], 0, false, true FROM looked
      ORDER BY at DESC, stream DESC, revision DESC LIMIT 1 OFFSET ${sql.lit(LOOKS_MAX - 1)})`.execute(db)
  return rows
}
