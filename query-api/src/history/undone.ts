import { sql } from 'kysely'
import type { ReadDb } from '../tables.ts'
import type { ActRow } from './filters.ts'

/** Undoings that are looked at for a page. Of more, the last one that is looked at counts as having its effect. */
const LOOKS_MAX = 1_000

type Undoing = { readonly revision: number; readonly target: number }

/** The acts of a page that an undoing took back which has its effect itself, by revision in the library's stream. */
export const readUndone = async (
  db: ReadDb,
  libraryId: string,
  rows: readonly ActRow[],
): Promise<ReadonlySet<number>> => {
  const revisions = rows.flatMap(({ undo, revision }) => (undo === 'possible' ? [revision] : []))
  if (revisions.length === 0) return new Set()
  const undoings = db
    .selectFrom('acts as act')
    .where('act.library_id', '=', libraryId)
    .where('act.undo_target', 'is not', null)
    .select(['act.revision', sql<number>`act.undo_target`.as('target')])
  const found = await sql<Undoing>`WITH RECURSIVE undoing AS (
      ${undoings.where(sql<boolean>`act.undo_target = ANY (${revisions}::integer[])`)}
      UNION SELECT later.revision, later.target FROM undoing JOIN (${undoings}) AS later ON later.target = undoing.revision)
    SELECT revision, target FROM undoing LIMIT ${sql.lit(LOOKS_MAX)}`.execute(db)
  return undoneBy(found.rows)
}

/** An act comes before those that undo it. */
export const undoneBy = (undoings: readonly Undoing[]): Set<number> => {
  const undone = new Set<number>()
  for (const { revision, target } of undoings.toSorted((a, b) => b.revision - a.revision))
    if (!undone.has(revision)) undone.add(target)
  return undone
}
