import type { ToldAct } from '@lectern/contracts/api/history.ts'
import type { ExportedAct } from '@lectern/contracts/export.ts'
import { sayAct } from '@lectern/contracts/history-sentences.ts'
import { TITLE_MAX } from '@lectern/contracts/limits.ts'
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
      ...(note && { note: asked.hasPrivateNotes ? note : publicNote(note, names.get(`n${note.id}`)) }),
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

/** As the history does, links that are there have the title that lists show. */
const readNames = async (
  query: Query,
  { schema, libraryId }: Asked,
  rows: readonly ActRow[],
): Promise<Map<string, Name>> => {
  const { kinds, ids } = namesIn(rows)
  if (ids.length === 0) return new Map()
  const found = await query<Name & { kind: string; id: number }>(
    `SELECT name.kind, name.id, name.url, name.note_type, name.is_gone, left(note.content, $4) AS public_text,
       coalesce(CASE WHEN link.title_from_page AND article.status = 'ready' THEN nullif(left(article.title, $5), '') END,
         link.title, name.title) AS title
     FROM unnest($2::text[], $3::integer[]) AS wanted(kind, id)
       JOIN ${schema}.history_names AS name
         ON name.library_id = $1 AND name.kind = wanted.kind AND name.id = wanted.id
       LEFT JOIN ${schema}.links AS link ON name.kind = 'l' AND link.library_id = $1 AND link.id = name.id
       LEFT JOIN ${schema}.articles AS article ON article.article_id = link.article_id
       LEFT JOIN ${schema}.notes AS note
         ON name.kind = 'n' AND note.library_id = $1 AND note.id = name.id AND NOT note.is_private`,
    [libraryId, kinds, ids, NOTE_TEXT_MAX, TITLE_MAX],
  )
  return new Map(found.map(({ kind, id, ...name }) => [`${kind}${id}`, name]))
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
