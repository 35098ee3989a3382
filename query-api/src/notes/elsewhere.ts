import type { Note } from '@lectern/contracts/api/notes.ts'
import { sql } from 'kysely'
import { prepared } from '../serving/prepared.ts'
import { isSharedWith } from '../shared/seen-tables.ts'
import type { ReadDb, Tables } from '../tables.ts'
import { notesIn } from './page.ts'

/** A notebook, by its library and its person. */
export type Notebook = { readonly libraryId: string; readonly userId: string }

type Notes = ReturnType<typeof notesIn>

/** The link of a note, or of a row without a note, that is of its own library or is shared with the person. */
export const linkOf = (userId: string) => sql<Tables['links']>`(
  SELECT links.* FROM links
  WHERE note.member_id IS NULL AND links.library_id = note.library_id AND links.id = note.link_id
  UNION ALL
  SELECT links.* FROM sharing.people AS writer JOIN links ON links.library_id = writer.library_id AND links.id = note.link_id
  WHERE writer.member_id = note.member_id AND ${isSharedWith(userId)})`

/**
 * The notes of a notebook whose links the person may see. The query comes in an object, since it could be awaited itself.
 * @param withEnded also those on links that nobody shares with the person any more: all facts of these links are null
 */
export const notesOfNotebook = async (
  db: ReadDb,
  notebook: Notebook,
  { withEnded = false }: { withEnded?: boolean } = {},
): Promise<{ notes: Notes }> => {
  const { libraryId } = notebook
  if (!(await hasNotesElsewhere(db, libraryId))) return { notes: notesIn(db, libraryId) }
  // Only those who have such notes look for links so, since it costs a look for each note.
  const notes = db
    .selectFrom('notes as note')
    .leftJoinLateral(linkOf(notebook.userId).as('link'), join => join.onTrue())
    .where('note.library_id', '=', libraryId)
    .where(({ or, eb }) =>
      or([eb('link.id', 'is not', null), ...(withEnded ? [eb('note.member_id', 'is not', null)] : [])]),
    )
  return { notes: notes as unknown as Notes }
}

/** What a note says of its link's library, where that is somebody else's. */
export const libraryOf = ({ libraryId }: Notebook, ofLink: string): Pick<Note, 'library'> =>
  ofLink === libraryId ? {} : { library: ofLink }

/** Whether some of its notes are on links that others share. */
export const hasNotesElsewhere = async (db: ReadDb, libraryId: string): Promise<boolean> => {
  const [found] = await elsewhere(db, { libraryId })
  return found !== undefined
}

const elsewhere = prepared('notes elsewhere', (db, { libraryId }: { libraryId: string }) =>
  db
    .selectFrom('notes')
    .select('id')
    .where('library_id', '=', libraryId)
    .where('member_id', 'is not', null)
    .limit(1),
)
