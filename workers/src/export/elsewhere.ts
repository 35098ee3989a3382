import type { ExportedNoteElsewhere } from '@lectern/contracts/export.ts'
import { TITLE_MAX } from '@lectern/contracts/limits.ts'
import { noteOf } from '@lectern/contracts/read-model/notes.ts'
import type { NotesTable } from '@lectern/contracts/read-model/tables.ts'
import { READ_ON_DAYS } from '@lectern/contracts/sharing.ts'

export type SourceNoteElsewhere = ExportedNoteElsewhere & {
  /** The same for the notes of one article, which follow one another. */
  readonly place: string
}

/** Notes that the library $1 has on links of others, private ones where $2 is true. */
export const notesElsewhere = (schema: string): string =>
  `FROM ${schema}.notes AS note WHERE note.library_id = $1 AND note.member_id IS NOT NULL AND ($2 OR NOT note.is_private)`

/** The same notes, with the address and the title of their link while somebody shares it with the person, as query-api decides. */
export const notesElsewhereWithLinks = (schema: string): string => `
  SELECT note.*, seen.url, seen.title FROM (SELECT note.* ${notesElsewhere(schema)}) AS note
  LEFT JOIN LATERAL (
    SELECT link.url, CASE WHEN link.title_from_page AND article.status = 'ready'
      THEN coalesce(nullif(left(article.title, ${TITLE_MAX}), ''), link.title) ELSE link.title END AS title
    FROM sharing.people AS person
    JOIN sharing.memberships AS membership ON membership.member_id = person.member_id
    JOIN ${schema}.libraries AS owner ON owner.library_id = person.library_id
      AND (owner.paused_at IS NULL OR owner.paused_at > now() - make_interval(days => ${READ_ON_DAYS}))
    JOIN ${schema}.links AS link
      ON link.library_id = person.library_id AND link.collection_id = membership.collection_id AND link.id = note.link_id
    LEFT JOIN ${schema}.articles AS article ON article.article_id = link.article_id
    WHERE person.member_id = note.member_id) AS seen ON true
  ORDER BY note.member_id, note.link_id, note.id`

export type RowElsewhere = NotesTable & { readonly url: string | null; readonly title: string | null }

/** The words before and after a passage are the article's, so that they stay out. */
export const noteElsewhereOf = (row: RowElsewhere): SourceNoteElsewhere => {
  const { type, content, selectedText, color, isPrivate, createdAt, updatedAt } = noteOf(row)
  const article = row.url === null || row.title === null ? null : { url: row.url, title: row.title }
  return {
    ...{ article, type, content, selectedText, color, isPrivate, createdAt, updatedAt },
    place: `${row.member_id}/${row.link_id}`,
  }
}
