import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { NoteList } from '@lectern/contracts/api/notes.ts'
import { NOTES_OF_LINK_MAX } from '@lectern/contracts/limits.ts'
import { noteOf } from '@lectern/contracts/read-model/notes.ts'
import { sql } from 'kysely'
import { prepared } from '../serving/prepared.ts'
import type { ReadDb } from '../tables.ts'
import { NOTE_COLUMNS, notesIn, pageQuery, withMore } from './page.ts'

/**
 * The notes of a link, and where the next page begins. A usual link has one page.
 * @throws Rejected link-not-found
 */
export const notesOfLink = async (
  db: ReadDb,
  libraryId: string,
  linkId: number,
  from: number,
): Promise<{ notes: NoteList; next: number | undefined }> => {
  const [link] = await linkOf(db, { libraryId, linkId })
  if (link === undefined) throw new Rejected('link-not-found')
  const { rows, hasMore } = withMore(await notesOf(db, { libraryId, linkId, from }))
  return { notes: rows.map(noteOf), next: hasMore ? from + rows.length : undefined }
}

type OfLink = { libraryId: string; linkId: number }

const linkOf = prepared('link of notes', (db, { libraryId, linkId }: OfLink) =>
  db.selectFrom('links').select('id').where('library_id', '=', libraryId).where('id', '=', linkId),
)

const notesOf = prepared('notes of a link', (db, { libraryId, linkId, from }: OfLink & { from: number }) => {
  const placed = notesIn(db, libraryId)
    .where('note.link_id', '=', linkId)
    .select(NOTE_COLUMNS)
    // Notes without a position are last.
    .select(
      sql<number>`row_number() OVER (ORDER BY note.position_start, note.position_end, note.created_at, note.id)`.as(
        'place',
      ),
    )
    .orderBy('place')
    .offset(from)
  return pageQuery(db, placed, NOTES_OF_LINK_MAX)
})
