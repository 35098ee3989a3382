import type { ToldAct } from '@lectern/contracts/api/history.ts'
import type { ExportedAct } from '@lectern/contracts/export.ts'
import { sayAct } from '@lectern/contracts/history-sentences.ts'
import {
  type ActImport,
  type ActName,
  type ActRow,
  importsIn,
  NOTE_TEXT_MAX,
  namesIn,
  noteTextOf,
  toldAct,
} from '@lectern/contracts/read-model/acts.ts'

/** Reads from the snapshot. */
type Query = <Row extends object>(text: string, values: readonly unknown[]) => Promise<Row[]>

type Asked = {
  readonly schema: string
  readonly libraryId: string
  /** False: no text of a private note may be told. */
  readonly hasPrivateNotes: boolean
}

/** Makes rows of the history what a person reads. All names and imports of the rows are read at once. */
export const exportedActs = async (
  query: Query,
  asked: Asked,
  rows: readonly ActRow[],
): Promise<ExportedAct[]> => {
  const names = await readNames(query, asked, rows)
  const known = { names, imports: await readImports(query, asked, rows) }
  return rows.map(row => {
    const act = toldAct(row, known)
    const { id, at, note } = act
    return {
      ...{ id, at, sentence: sayAct(act) },
      ...act,
      ...(note && {
        note: asked.hasPrivateNotes ? note : publicNote(note, names.get(`n${note.id}@${row.position}`)),
      }),
    }
  })
}

type Name = ActName & {
  /** Of a note that is there and not private: the beginning of what it says now. */
  readonly public_text: string | null
}

/** A text of before may have been private then, so that only the one that the file tells anyway is left. */
const publicNote = (note: NonNullable<ToldAct['note']>, name: Name | undefined): ExportedAct['note'] => {
  const said = name?.public_text ?? null
  return { ...note, text: said !== null && noteTextOf(said) === note.text ? note.text : null }
}

const readNames = async (
  query: Query,
  { schema, libraryId }: Asked,
  rows: readonly ActRow[],
): Promise<Map<string, Name>> => {
  const { kinds, ids, positions } = namesIn(rows)
  if (ids.length === 0) return new Map()
  const found = await query<Name & { kind: string; id: number; position: number }>(
    `SELECT name.kind, name.id, name.url, name.note_type, name.is_gone, left(note.content, $4) AS public_text,
       wanted.position, coalesce((
         SELECT earlier.title FROM ${schema}.earlier_names AS earlier
         WHERE earlier.library_id = $1 AND earlier.kind = name.kind AND earlier.id = name.id AND earlier.until > wanted.position
         ORDER BY earlier.until LIMIT 1), name.title) AS title
     FROM unnest($2::text[], $3::integer[], $5::bigint[]) AS wanted(kind, id, position)
       JOIN ${schema}.history_names AS name
         ON name.library_id = $1 AND name.kind = wanted.kind AND name.id = wanted.id
       LEFT JOIN ${schema}.notes AS note
         ON name.kind = 'n' AND note.library_id = $1 AND note.id = name.id AND NOT note.is_private`,
    [libraryId, kinds, ids, NOTE_TEXT_MAX, positions],
  )
  return new Map(found.map(({ kind, id, position, ...name }) => [`${kind}${id}@${position}`, name]))
}

const readImports = async (
  query: Query,
  { schema, libraryId }: Asked,
  rows: readonly ActRow[],
): Promise<Map<string, ActImport>> => {
  const ids = importsIn(rows)
  if (ids.length === 0) return new Map()
  const found = await query<ActImport>(
    `SELECT id, source, file_name AS "fileName", status, imported, duplicates, skipped, failed
     FROM ${schema}.imports WHERE library_id = $1 AND id = ANY ($2::uuid[])`,
    [libraryId, ids],
  )
  return new Map(found.map(each => [each.id, each]))
}
