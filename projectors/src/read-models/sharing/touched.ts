import { effectsOf } from '@lectern/contracts/events/effects.ts'
import { idsIn, toIdRanges } from '@lectern/contracts/id-ranges.ts'
import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import { idsOf } from '../named-links.ts'
import type { ProjectedEvent } from '../projection.ts'
import type { Tx } from '../transaction.ts'
import { isOfMembers } from './members.ts'

type Touched = {
  readonly links: Set<number>
  readonly collections: Set<number>
  /** What members may do changed in all of them. */
  readonly isAll: boolean
}

type What = LibraryChange['change']['what']

/**
 * Writes the rows of events, and tells which shared collections they concern: those that their links are in before or after. Members
 * are told of these alone, so that what happens elsewhere in the library stays unknown to them. Libraries that nobody shares cost
 * one look.
 * @param what is said of libraries that changed
 */
export const tellingMembers = async (
  tx: Tx,
  events: readonly ProjectedEvent[],
  write: () => Promise<LibraryChange[]>,
  what: What = [],
): Promise<LibraryChange[]> => {
  const ofLibraries = Map.groupBy(
    events.flatMap(event => (event.kind === 'library' ? [event] : [])),
    ({ id }) => id,
  )
  const shared = ofLibraries.size > 0 ? await sharedAmong(tx, [...ofLibraries.keys()]) : []
  const touched = shared.map(libraryId => [libraryId, touchedBy(ofLibraries.get(libraryId) ?? [])] as const)
  const found = new Map<string, Set<number>>()
  const look = async () => {
    for (const [libraryId, { links, collections, isAll }] of touched) {
      const rows = await tx<{ id: number }>`
        SELECT DISTINCT member.collection_id AS id FROM members AS member
        WHERE member.library_id = ${libraryId}::uuid AND (
          ${isAll}::boolean OR member.collection_id = ANY (${[...collections]}::integer[]) OR member.collection_id IN (
            SELECT link.collection_id FROM links AS link, ${idsOf(toIdRanges([...links]))} AS named
            WHERE link.library_id = ${libraryId}::uuid AND link.id = named.id))`
      const known = found.get(libraryId) ?? []
      found.set(libraryId, new Set([...known, ...rows.map(({ id }) => id)]))
    }
  }
  await look()
  const changes = await write()
  const changed = new Set(changes.map(({ libraryId }) => libraryId))
  await look()
  const told = [...found].flatMap(([libraryId, ids]): LibraryChange[] =>
    ids.size > 0 && changed.has(libraryId)
      ? [{ libraryId, change: { what, linkIds: [] }, collections: [...ids] }]
      : [],
  )
  return [...changes, ...told]
}

const sharedAmong = async (tx: Tx, libraryIds: readonly string[]): Promise<string[]> => {
  const rows = await tx<{ id: string }>`
    SELECT DISTINCT library_id AS id FROM members WHERE library_id = ANY (${libraryIds}::uuid[])`
  return rows.map(({ id }) => id)
}

const touchedBy = (events: readonly ProjectedEvent[]): Touched => {
  const [links, collections] = [new Set<number>(), new Set<number>()]
  for (const read of events) {
    if (read.kind !== 'library') continue
    for (const effect of effectsOf(read.event))
      if (effect.kind === 'links-added') for (const { linkId } of effect.links) links.add(linkId)
      else if (effect.kind === 'collection-put') collections.add(effect.collectionId)
      else if (effect.kind === 'collections-removed')
        for (const id of idsIn(effect.collections)) collections.add(id)
      else for (const id of idsIn(effect.links)) links.add(id)
    if (isOfMembers(read.event)) collections.add(read.event.data.collectionId)
  }
  const isAll = events.some(read => read.kind === 'library' && read.event.type === 'AllowanceChanged')
  return { links, collections, isAll }
}

/** Shared collections with links to articles. */
export const tellOfArticles = async (
  tx: Tx,
  articleIds: ReadonlySet<string>,
  what: What = [],
): Promise<LibraryChange[]> => {
  const rows = await tx<{ libraryId: string; ids: number[] }>`
    SELECT link.library_id AS "libraryId", array_agg(DISTINCT link.collection_id) AS ids FROM links AS link
    WHERE article_id IN (SELECT decode(hex, 'hex') FROM json_array_elements_text(${JSON.stringify([...articleIds])}::json) AS hex)
      AND EXISTS (SELECT FROM members AS member
        WHERE member.library_id = link.library_id AND member.collection_id = link.collection_id)
    GROUP BY link.library_id`
  return rows.map(({ libraryId, ids }) => ({ libraryId, change: { what, linkIds: [] }, collections: ids }))
}

/**
 * The ids by which libraries of others know people who set flags there, or whose notes there changed. Others are told where the notes are
 * shared, or were.
 */
export const membersIn = async (tx: Tx, events: readonly ProjectedEvent[]): Promise<LibraryChange[]> => {
  const told = new Map<string, { members: Set<string>; areShared: boolean }>()
  const add = (libraryId: string, memberId: string, isShared: boolean) => {
    const known = told.get(libraryId) ?? { members: new Set(), areShared: false }
    known.members.add(memberId)
    told.set(libraryId, { ...known, areShared: known.areShared || isShared })
  }
  const changed: { library_id: string; id: number }[] = []
  for (const read of events) {
    if (read.kind === 'library' && read.event.type === 'SharedLinksFlagged')
      add(read.id, read.event.data.memberId, false)
    if (read.kind !== 'notebook') continue
    const { type, data } = read.event
    if ('of' in data && data.of) add(read.id, data.of.memberId, 'isShared' in data && data.isShared === true)
    if (type === 'NoteRevised' || type === 'NoteDeleted')
      changed.push({ library_id: read.id, id: data.noteId })
    if (type === 'HighlightsCleared' && data.of)
      for (const id of idsIn(data.notes)) changed.push({ library_id: read.id, id })
    if (type === 'NotesMoved') for (const [id] of data.notes) changed.push({ library_id: read.id, id })
    if (type === 'NoteRevised' && data.of && data.changes.isShared !== undefined)
      add(read.id, data.of.memberId, true)
  }
  if (changed.length > 0) {
    const rows = await tx<{ libraryId: string; memberId: string; isShared: boolean }>`
      SELECT note.library_id AS "libraryId", note.member_id AS "memberId", bool_or(note.is_shared) AS "isShared"
      FROM notes AS note JOIN json_to_recordset(${JSON.stringify(changed)}::json) AS changed(library_id uuid, id integer)
        ON note.library_id = changed.library_id AND note.id = changed.id
      WHERE note.member_id IS NOT NULL GROUP BY 1, 2`
    for (const { libraryId, memberId, isShared } of rows) add(libraryId, memberId, isShared)
  }
  return [...told].map(([libraryId, { members, areShared }]) => ({
    ...{ libraryId, change: { what: [] }, members: [...members] },
    ...(areShared && { areShared: true }),
  }))
}
