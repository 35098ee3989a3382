import type { HistoryAct } from '@lectern/contracts/api/history.ts'
import { sql } from 'kysely'
import { shownTitle } from '../links/link-row.ts'
import type { ReadDb, Tables } from '../tables.ts'
import type { ActRow } from './filters.ts'
import { readUndone } from './undone.ts'

type Name = {
  readonly title: string
  readonly url: string | null
  readonly note_type: Tables['history_names']['note_type']
  readonly is_gone: boolean
}
type Import = NonNullable<HistoryAct['import']>

/** What the acts of a page name. */
type Known = {
  readonly names: ReadonlyMap<string, Name>
  readonly imports: ReadonlyMap<string, Import>
  /** Revisions of acts in the library's stream that were undone. */
  readonly undone: ReadonlySet<number>
}

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
  return rows.map(row => toAct(row, { names, imports, undone }))
}

const toAct = (row: ActRow, known: Known): HistoryAct => {
  const { facts } = row
  const { collectionId, collectionBefore, changes, noteId, text, ...others } = facts
  const collection = (id: number | null) => {
    const name = id === null ? undefined : known.names.get(`c${id}`)
    return id === null ? null : { id, name: name?.title ?? '' }
  }
  const note = noteId === undefined ? undefined : known.names.get(`n${noteId}`)
  const ofImport = row.import_id === null ? undefined : known.imports.get(row.import_id)
  return {
    ...{ id: `${row.stream}${row.revision}`, commandId: row.command_id, at: row.at.toISOString() },
    ...{ via: row.via, kind: row.kind, linkCount: row.link_count },
    links: row.named.flatMap(id => {
      const name = known.names.get(`l${id}`)
      return name === undefined ? [] : [{ id, title: name.title, url: name.url ?? '', isGone: name.is_gone }]
    }),
    ...(others as Pick<HistoryAct, 'isFavorite'>),
    ...(collectionId !== undefined && { collection: collection(collectionId) }),
    ...(collectionBefore !== undefined && { collectionBefore: collection(collectionBefore) }),
    ...(changes && { changes }),
    ...(noteId !== undefined &&
      note && {
        note: { id: noteId, type: note.note_type ?? 'note', text: text ?? note.title, isGone: note.is_gone },
      }),
    ...(ofImport && { import: ofImport }),
    undo: undoOf(row, known),
  }
}

const undoOf = (row: ActRow, { undone, imports }: Known): HistoryAct['undo'] => {
  if (row.undo === 'possible' && undone.has(row.revision)) return 'undone'
  const status = row.import_id === null ? undefined : imports.get(row.import_id)?.status
  return status === 'waiting' || status === 'running' ? 'final' : row.undo
}

const readNames = async (db: ReadDb, libraryId: string, rows: readonly ActRow[]) => {
  const wanted = new Set<string>()
  for (const { named, facts } of rows) {
    for (const id of named) wanted.add(`l${id}`)
    for (const id of [facts.collectionId, facts.collectionBefore]) if (id != null) wanted.add(`c${id}`)
    if (facts.noteId !== undefined) wanted.add(`n${facts.noteId}`)
  }
  if (wanted.size === 0) return new Map<string, Name>()
  const [kinds, ids] = [[...wanted].map(key => key.slice(0, 1)), [...wanted].map(key => Number(key.slice(1)))]
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
  return new Map<string, Name>(found.map(({ kind, id, ...name }) => [`${kind}${id}`, name]))
}

const readImports = async (db: ReadDb, libraryId: string, rows: readonly ActRow[]) => {
  const ids = rows.flatMap(({ import_id }) => import_id ?? [])
  if (ids.length === 0) return new Map<string, Import>()
  const found = await db
    .selectFrom('imports')
    .select(['id', 'source', 'file_name', 'status', 'imported', 'duplicates', 'skipped', 'failed'])
    .where('library_id', '=', libraryId)
    .where('id', 'in', ids)
    .execute()
  return new Map(
    found.map(({ file_name: fileName, ...each }): [string, Import] => [each.id, { ...each, fileName }]),
  )
}
