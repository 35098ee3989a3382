import { sql } from 'kysely'
import type { ReadDb } from '../tables.ts'
import type { ActRow } from './filters.ts'

/**
 * Undoings that are looked at for a page, after its acts and before them. Of a longer chain, the last one that is looked at
 * counts as having its effect, and the first one as the undoing of an act that is none.
 */
const LOOKS_MAX = 1_000

type Undoing = { readonly revision: number; readonly target: number }

/** Acts by revision in the library's stream. */
export type Chains = {
  /** An undoing that was undone itself has no effect. */
  readonly undone: ReadonlySet<number>
  /** For an act that was undone and done again, the undoing that did it again last. */
  readonly standsAs: ReadonlyMap<number, number>
  /** Undoings that did an act again. */
  readonly redos: ReadonlySet<number>
}

/** The chains of undoings that the acts of a page are in. */
export const readChains = async (db: ReadDb, libraryId: string, rows: readonly ActRow[]): Promise<Chains> => {
  const revisions = rows.flatMap(({ undo, revision }) => (undo === 'possible' ? [revision] : []))
  const undoings = rows.flatMap(({ kind, revision }) => (kind === 'undone' ? [revision] : []))
  const [after, before] = await Promise.all([
    revisions.length === 0 ? [] : readAfter(db, libraryId, revisions),
    undoings.length === 0 ? [] : readBefore(db, libraryId, undoings),
  ])
  const undone = undoneBy(after)
  return { undone, standsAs: standingAs(after, undone), redos: redosIn(before) }
}

const undoingsOf = (db: ReadDb, libraryId: string) =>
  db
    .selectFrom('acts as act')
    .where('act.library_id', '=', libraryId)
    .where('act.undo_target', 'is not', null)
    .select(['act.revision', sql<number>`act.undo_target`.as('target')])

/** The undoings of acts, and those of them. */
const readAfter = async (db: ReadDb, libraryId: string, revisions: readonly number[]) => {
  const undoings = undoingsOf(db, libraryId)
  const { rows } = await sql<Undoing>`WITH RECURSIVE undoing AS (
      ${undoings.where(sql<boolean>`act.undo_target = ANY (${revisions}::integer[])`)}
      UNION SELECT later.revision, later.target FROM undoing JOIN (${undoings}) AS later ON later.target = undoing.revision)
    SELECT revision, target FROM undoing LIMIT ${sql.lit(LOOKS_MAX)}`.execute(db)
  return rows
}

/** Undoings with what they undid, as far as that is an undoing. */
const readBefore = async (db: ReadDb, libraryId: string, revisions: readonly number[]) => {
  const undoings = undoingsOf(db, libraryId).where('act.stream', '=', 'l')
  const { rows } = await sql<Undoing>`WITH RECURSIVE undoing AS (
      ${undoings.where(sql<boolean>`act.revision = ANY (${revisions}::integer[])`)}
      UNION SELECT earlier.revision, earlier.target FROM undoing JOIN (${undoings}) AS earlier ON earlier.revision = undoing.target)
    SELECT revision, target FROM undoing LIMIT ${sql.lit(LOOKS_MAX)}`.execute(db)
  return rows
}

/** An act comes before those that undo it. */
export const undoneBy = (undoings: readonly Undoing[]): Set<number> => {
  const undone = new Set<number>()
  for (const { revision, target } of undoings.toSorted((a, b) => b.revision - a.revision))
    if (!undone.has(revision)) undone.add(target)
  return undone
}

/** @param undone undoneBy these */
export const standingAs = (
  undoings: readonly Undoing[],
  undone: ReadonlySet<number>,
): Map<number, number> => {
  const standsAs = new Map<number, number>()
  const targets = new Map(undoings.map(({ revision, target }) => [revision, target]))
  for (const { revision, target } of undoings.toSorted((a, b) => b.revision - a.revision)) {
    if (undone.has(revision)) continue
    // It has its effect, so what its target undid has its effect again.
    const again = targets.get(target)
    const tip = standsAs.get(revision) ?? revision
    if (again !== undefined && !standsAs.has(again)) standsAs.set(again, tip)
  }
  return standsAs
}

/** Every second undoing of a chain. */
export const redosIn = (undoings: readonly Undoing[]): Set<number> => {
  const redos = new Set<number>()
  const all = new Set(undoings.map(({ revision }) => revision))
  for (const { revision, target } of undoings.toSorted((a, b) => a.revision - b.revision))
    if (all.has(target) && !redos.has(target)) redos.add(revision)
  return redos
}
