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
import { shownTitle } from '../links/link-row.ts'
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
    readNames(db, libraryId, rows),
    readImports(db, libraryId, rows),
    readUndone(db, libraryId, rows),
  ])
  const known = { names, imports, undone }
  return rows.map(row => ({ ...toldAct(row, known), undo: undoOf(row, known) }))
}

const undoOf = (row: ActRow, { undone, imports }: Known): HistoryAct['undo'] => {
  if (row.undo === 'possible' && undone.has(row.revision)) return 'undone'
  const status = row.import_id === null ? undefined : imports.get(row.import_id)?.status
  return status === 'waiting' || status === 'running' ? 'final' : row.undo
}

const readNames = async (db: ReadDb, libraryId: string, rows: readonly ActRow[]) => {
  const { kinds, ids } = namesIn(rows)
  if (ids.length === 0) return new Map<string, ActName>()
  const found = await db
    .selectFrom(
      sql<{ kind: 'l' | 'c' | 'n'; id: number }>`unnest(${kinds}::text[], ${ids}::integer[])`.as<'wanted'>(
        sql`wanted(kind, id)`,
      ),
    )
    .innerJoin('history_names as name', join =>
      join
        .on('name.library_id', '=', libraryId)
        .onRef('name.kind', '=', 'wanted.kind')
        .onRef('name.id', '=', 'wanted.id'),
    )
    .leftJoin('links as link', join =>
      join.on('name.kind', '=', 'l').on('link.library_id', '=', libraryId).onRef('link.id', '=', 'name.id'),
    )
    .leftJoin('articles as article', 'article.article_id', 'link.article_id')
    .select(['name.kind', 'name.id', 'name.url', 'name.note_type', 'name.is_gone'])
    .select(
      sql<string>`coalesce(CASE WHEN link.id IS NOT NULL THEN ${shownTitle} END, name.title)`.as('title'),
    )
    .execute()
  return new Map<string, ActName>(found.map(({ kind, id, ...name }) => [`${kind}${id}`, name]))
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
