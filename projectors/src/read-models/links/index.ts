import { effectsOf, ON_MANY_LINKS } from '@lectern/contracts/events/effects.ts'
import { LIBRARY_LANES, laneOf } from '@lectern/contracts/read-model/lanes.ts'
import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import { dropLibrary } from '../closed.ts'
import { writeImports } from '../imports/write.ts'
import { writeNotes } from '../notes/write.ts'
import { type ProjectedEvent, type Projection, runsOf } from '../projection.ts'
import { writeFlags } from '../sharing/flags.ts'
import { writeMembers } from '../sharing/members.ts'
import { membersIn, tellingMembers } from '../sharing/touched.ts'
import { json, type Tx } from '../transaction.ts'
import { LinksBatch } from './batch.ts'
import { writeBulk } from './bulk.ts'
import { changeAct, namedActs } from './change-acts.ts'
import { putCollections } from './collections.ts'
import { SET_TEXTS, TEXT_COLUMNS } from './texts.ts'

/** Tables with rows of libraries. Links go first, whose counts are in the other ones. */
const TABLES = [
  ...(['links', 'deleted_links', 'libraries', 'collections', 'tags', 'imports', 'import_chunks'] as const),
  ...(['members', 'shared_flags'] as const),
  ...(['notes', 'noted_links', 'deleted_notes'] as const),
]

const isBulk = (event: ProjectedEvent) => event.kind === 'library' && ON_MANY_LINKS.has(event.event.type)

/**
 * Links and collections, the allowance of each library, imports and notes. The counts of libraries, collections and tags follow
 * the rows of links (migrations/read/0002-counts.sql).
 */
export const projectLists = async (tx: Tx, events: readonly ProjectedEvent[]): Promise<LibraryChange[]> => {
  // Before notes are deleted.
  const elsewhere = await membersIn(tx, events)
  const changes = await tellingMembers(tx, events, () => writeAll(tx, events))
  return [...changes, ...elsewhere]
}

const writeAll = async (tx: Tx, events: readonly ProjectedEvent[]): Promise<LibraryChange[]> => {
  const changes: LibraryChange[] = []
  for (const run of runsOf(events, isBulk)) {
    const [first] = run
    if (first?.kind === 'library' && isBulk(first)) {
      const acts = namedActs([changeAct(first, effectsOf(first.event))])
      const told = await writeBulk(tx, first.id, first.event)
      changes.push(...told.map(each => ({ ...each, change: { ...each.change, ...acts } })))
    } else changes.push(...(await writeBatch(tx, run)))
  }
  return changes
}

export const dropLists = async (tx: Tx, libraryId: string): Promise<void> => {
  await dropLibrary(tx, libraryId, laneOf(libraryId), TABLES)
  // The library as it was goes as well: past/tables.ts drops the schema of a past without a row.
  await tx`DELETE FROM projections.pasts WHERE library_id = ${libraryId}::uuid`
}

/** The lists of each library are in one of these. */
export const lists: readonly Projection[] = LIBRARY_LANES.map(lane => ({
  lane,
  isOf: stream => {
    const [, libraryId] = /^(?:library|notebook)-(.*)$/.exec(stream) ?? []
    return libraryId !== undefined && laneOf(libraryId) === lane
  },
  project: projectLists,
  drop: dropLists,
}))

const writeBatch = async (tx: Tx, events: readonly ProjectedEvent[]): Promise<LibraryChange[]> => {
  const batch = new LinksBatch()
  for (const event of events) batch.add(event)
  const { libraries, collections, saved, patches, settled, members, flags, imports, notes } = batch
  if (libraries.size > 0)
    await tx`
      MERGE INTO libraries AS library USING json_to_recordset(${json(libraries.values())}::json) AS given(
          library_id uuid, owner_id uuid, plan text, item_limit integer, paused_at timestamptz, is_resumed boolean)
        ON library.library_id = given.library_id
      WHEN MATCHED THEN UPDATE SET
        owner_id = coalesce(given.owner_id, library.owner_id),
        plan = coalesce(given.plan, library.plan),
        item_limit = CASE WHEN given.plan IS NULL THEN library.item_limit ELSE given.item_limit END,
        paused_at = CASE WHEN given.plan IS NULL THEN library.paused_at
          WHEN given.is_resumed OR given.paused_at IS NULL THEN given.paused_at
          ELSE coalesce(library.paused_at, given.paused_at) END
      WHEN NOT MATCHED THEN INSERT (library_id, owner_id, plan, item_limit, paused_at)
        VALUES (given.library_id, given.owner_id, coalesce(given.plan, 'free'),
          CASE WHEN given.plan IS NULL THEN 500 ELSE given.item_limit END, given.paused_at)`
  if (collections.size > 0) await putCollections(tx, collections.values())
  if (patches.size > 0)
    await tx`
      UPDATE links AS link SET
        is_favorite = coalesce(given.is_favorite, link.is_favorite),
        is_archived = coalesce(given.is_archived, link.is_archived),
        collection_id = CASE WHEN given.is_moved THEN given.collection_id ELSE link.collection_id END,
        tags = coalesce(given.tags, link.tags),
        updated_at = given.updated_at,
        ${SET_TEXTS}
      FROM json_to_recordset(${json(patches.values())}::json) AS given(
        library_id uuid, id integer, is_favorite boolean, is_archived boolean, is_moved boolean, collection_id integer,
        tags text[], updated_at timestamptz, ${TEXT_COLUMNS})
      WHERE link.library_id = given.library_id AND link.id = given.id`
  await settled.write(tx)
  if (saved.size > 0)
    await tx`INSERT INTO links SELECT * FROM json_populate_recordset(NULL::links, ${json(saved.values())}::json)`
  for (const [libraryId, event] of members) await writeMembers(tx, libraryId, event)
  for (const flagged of flags) await writeFlags(tx, flagged)
  await writeImports(tx, imports)
  await writeNotes(tx, notes)
  return batch.changes()
}
