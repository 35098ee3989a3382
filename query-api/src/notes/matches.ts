import { fold } from '@lectern/contracts/fold.ts'
import { SEARCH_TERMS_MAX } from '@lectern/contracts/search-syntax.ts'
import { sql } from 'kysely'
import { like } from '../links/search-matches.ts'
import type { ReadDb } from '../tables.ts'
import { type Notebook, notesOfNotebook } from './elsewhere.ts'

/**
 * The notes of a notebook where each word of `q` is in the note, in its selected text or, of the own links, in the title of its link.
 */
export const matchingNotes = async (db: ReadDb, notebook: Notebook, q = '') => {
  const { libraryId } = notebook
  let { notes } = await notesOfNotebook(db, notebook)
  for (const word of wordsOf(q)) {
    const titled = db
      .selectFrom('search')
      .select('search.id')
      .where('search.library_id', '=', libraryId)
      // The index knows all texts of a link. The title is the first.
      .where('search.own', 'like', like(word))
      .where(sql`split_part(search.own, E'\n', 1)`, 'like', like(word))
    notes = notes.where(eb =>
      eb.or([
        eb('note.texts', 'like', like(word)),
        eb.and([eb('note.member_id', 'is', null), eb('note.link_id', 'in', titled)]),
      ]),
    )
  }
  return { notes }
}

const wordsOf = (text: string): string[] =>
  fold(text)
    .split(' ')
    .filter(word => word !== '')
    .slice(0, SEARCH_TERMS_MAX)
