import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { NoteList } from '@lectern/contracts/api/notes.ts'
import { NOTES_OF_LINK_MAX } from '@lectern/contracts/limits.ts'
import { noteOf } from '@lectern/contracts/read-model/notes.ts'
import { sql } from 'kysely'
import { prepared } from '../serving/prepared.ts'
import { isLibraryShared, withNotesOfOthers, withWriters, writerId } from '../shared/notes.ts'
import type { Source } from '../shared/source.ts'
import type { ReadDb } from '../tables.ts'
import { NOTE_COLUMNS, notesIn, pageQuery, withMore } from './page.ts'

/**
 * The notes of a link that the reader may see, and where the next page begins. A usual link has one page.
 * @param today the present read model, in which links and notes are those of all
 * @throws Rejected link-not-found
 */
export const notesOfLink = async (
  today: ReadDb,
  { db, reader }: Source,
  linkId: number,
  from: number,
): Promise<{ notes: NoteList; next: number | undefined }> => {
  const { libraryId } = reader
  const [link] = await linkOf(db, { libraryId, linkId })
  if (link === undefined) throw new Rejected('link-not-found')
  if (!link.is_shared) {
    const { rows, hasMore } = withMore(await notesOf(db, { libraryId, linkId, from }))
    return { notes: rows.map(noteOf), next: hasMore ? from + rows.length : undefined }
  }
  const of = { libraryId, linkId, from }
  const { rows, hasMore } = withMore(await notesOfAll(withNotesOfOthers(today, { db, reader }), of).execute())
  const notes = await withWriters(today, reader, rows)
  return { notes, next: hasMore ? from + rows.length : undefined }
}

type OfLink = { libraryId: string; linkId: number }

const linkOf = prepared('link of notes', (db, { libraryId, linkId }: OfLink) =>
  db
    .selectFrom('links')
    .select(['id', isLibraryShared(libraryId).as('is_shared')])
    .where('library_id', '=', libraryId)
    .where('id', '=', linkId),
)

/** With the ids of their writers, null for the owner of the link. */
const notesOfAll = (db: ReadDb, of: OfLink & { from: number }) =>
  pageQuery(db, ofLink(db, of).select(writerId), NOTES_OF_LINK_MAX)

const notesOf = prepared('notes of a link', (db, of: OfLink & { from: number }) =>
  pageQuery(db, ofLink(db, of), NOTES_OF_LINK_MAX),
)

const ofLink = (db: ReadDb, { libraryId, linkId, from }: OfLink & { from: number }) =>
  notesIn(db, libraryId)
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
