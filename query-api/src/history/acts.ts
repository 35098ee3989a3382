import type { HistoryAct } from '@lectern/contracts/api/history.ts'
import {
  type ActImport,
  type ActName,
  importsIn,
  type KnownToActs,
  namesIn,
  toldAct,
} from '@lectern/contracts/read-model/acts.ts'
import { sql } from 'kysely'
import { readNames } from '../shared/names.ts'
import type { ReadDb } from '../tables.ts'
import type { ActRow } from './filters.ts'
import { readUndone } from './undone.ts'

/** What the acts of a page name, and those that are undone. */
type Known = KnownToActs & { readonly undone: ReadonlySet<number> }

export const toActs = async (
  db: ReadDb,
  libraryId: string,
  rows: readonly ActRow[],
): Promise<HistoryAct[]> => {
  const [names, imports, undone] = await Promise.all([
    readActNames(db, libraryId, rows),
    readImports(db, libraryId, rows),
    readUndone(db, libraryId, rows),
  ])
  const known = { names, imports, undone }
  const by = await readActors(db, libraryId, rows)
  return rows.map(row => ({ ...toldAct(row, known), ...by(row), undo: undoOf(row, known) }))
}

/** Says who acted, where that is a member of something that the library shares. */
export const readActors = async (
  db: ReadDb,
  libraryId: string,
  rows: readonly Pick<ActRow, 'member_id'>[],
) => {
  const names = await readNames(
    db,
    libraryId,
    rows.flatMap(({ member_id }) => member_id ?? []),
  )
  return ({ member_id }: Pick<ActRow, 'member_id'>): Pick<HistoryAct, 'by'> =>
    member_id === null ? {} : { by: names.get(member_id) ?? SOMEBODY }
}

/** Whoever deleted their account has no name. */
export const SOMEBODY = 'Somebody who left'

const undoOf = (row: ActRow, { undone, imports }: Known): HistoryAct['undo'] => {
  if (row.undo === 'possible' && undone.has(row.revision)) return 'undone'
  const status = row.import_id === null ? undefined : imports.get(row.import_id)?.status
  return status === 'waiting' || status === 'running' ? 'final' : row.undo
}

/** The names that acts need, as they were then. */
export const readActNames = async (db: ReadDb, libraryId: string, rows: readonly ActRow[]) => {
  const { kinds, ids, positions } = namesIn(rows)
  if (ids.length === 0) return new Map<string, ActName>()
  const found = await db
    .selectFrom(
      sql<{
        kind: 'l' | 'c' | 'n'
        id: number
        position: number
      }>`unnest(${kinds}::text[], ${ids}::integer[], ${positions}::bigint[])`.as<'wanted'>(
        sql`wanted(kind, id, position)`,
      ),
    )
    .innerJoin('history_names as name', join =>
      join
        .on('name.library_id', '=', libraryId)
        .onRef('name.kind', '=', 'wanted.kind')
        .onRef('name.id', '=', 'wanted.id'),
    )
    .select(['name.kind', 'name.id', 'wanted.position', 'name.url', 'name.note_type', 'name.is_gone'])
    // The name until the first event after the act that gave another one.
    .select(({ fn, selectFrom }) =>
      fn
        .coalesce(
          selectFrom('earlier_names as earlier')
            .select('earlier.title')
            .where('earlier.library_id', '=', libraryId)
            .whereRef('earlier.kind', '=', sql`name.kind`)
            .whereRef('earlier.id', '=', 'name.id')
            .whereRef('earlier.until', '>', 'wanted.position')
            .orderBy('earlier.until')
            .limit(1),
          'name.title',
        )
        .as('title'),
    )
    .execute()
  return new Map<string, ActName>(
    found.map(({ kind, id, position, ...name }) => [`${kind}${id}@${position}`, name]),
  )
}

const readImports = async (db: ReadDb, libraryId: string, rows: readonly ActRow[]) => {
  const ids = importsIn(rows)
  if (ids.length === 0) return new Map<string, ActImport>()
  const found = await db
    .selectFrom('imports')
    .select(['id', 'source', 'file_name', 'status', 'imported', 'duplicates', 'added', 'skipped', 'failed'])
    .where('library_id', '=', libraryId)
    .where('id', 'in', ids)
    .execute()
  return new Map(
    found.map(({ file_name: fileName, ...each }): [string, ActImport] => [each.id, { ...each, fileName }]),
  )
}
