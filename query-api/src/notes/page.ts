import { type SelectQueryBuilder, sql } from 'kysely'
import type { ReadDb, Tables } from '../tables.ts'

/** Bytes of text. A page of longer notes ends earlier. */
const PAGE_BYTES_MAX = 8_000_000

/** Columns of `notes as note` and `links as link`. */
export const NOTE_COLUMNS = [
  'note.id',
  'note.link_id',
  'note.type',
  'note.content',
  'note.selected_text',
  'note.color',
  'note.is_private',
  'note.is_shared',
  'note.position_start',
  'note.position_end',
  'note.anchor',
  'note.created_at',
  'note.updated_at',
] as const

/** Null in a row without a note. */
type Texts = { readonly content: string | null; readonly selected_text: string | null }
/** `place` counts up in the order of the page. */
export type PlacedNotes<Row> = SelectQueryBuilder<Tables, never, Row & { place: number }>

/** The notes on links of a library, whose links are still there: links and notes are deleted one after the other. */
export const notesIn = (db: ReadDb, libraryId: string) =>
  db
    .selectFrom('notes as note')
    .innerJoin('links as link', join =>
      join.onRef('link.library_id', '=', 'note.library_id').onRef('link.id', '=', 'note.link_id'),
    )
    .where('note.library_id', '=', libraryId)
    .where('note.member_id', 'is', null)

/** The first notes, `limit` of them or fewer where their text is long, and whether there are more. */
export const pageOf = async <Row extends Texts>(db: ReadDb, notes: PlacedNotes<Row>, limit: number) =>
  withMore(await pageQuery(db, notes, limit).execute())

export const pageQuery = <Row extends Texts>(db: ReadDb, notes: PlacedNotes<Row>, limit: number) => {
  const { ref } = db.dynamic
  return db
    .selectFrom(
      db
        .selectFrom(notes.limit(limit + 1).as('note'))
        .selectAll()
        .select([
          sql<number>`count(*) OVER ()`.as('found'),
          sql<number>`sum(octet_length(content) + coalesce(octet_length(selected_text), 0))
            OVER (ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`.as('bytes_before'),
        ])
        .as('note'),
    )
    .selectAll()
    .where(sql<boolean>`coalesce(bytes_before, 0) < ${sql.lit(PAGE_BYTES_MAX)}`)
    .orderBy(ref('place'))
    .limit(limit) as SelectQueryBuilder<Tables, never, Row & { found: number }>
}

export const withMore = <Row extends { readonly found: number }>(rows: Row[]) => ({
  rows,
  hasMore: rows.length < Number(rows[0]?.found ?? 0),
})
