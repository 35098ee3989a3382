import { fold } from '@lectern/contracts/fold.ts'
import { SEARCH_TERMS_MAX } from '@lectern/contracts/search-syntax.ts'
import { sql } from 'kysely'
import { like } from '../links/search-matches.ts'
import type { ReadDb } from '../tables.ts'
import { notesIn } from './page.ts'

/** The notes of a library where each word of `q` is in the note, in its selected text or in the title of its link. */
export const matchingNotes = (db: ReadDb, libraryId: string, q = '') => {
  let notes = notesIn(db, libraryId)
  for (const word of wordsOf(q)) {
    const titled = db
      .selectFrom('search')
      .select('search.id')
      .where('search.library_id', '=', libraryId)
      // The index knows all texts of a link. The title is the first.
      .where('search.own', 'like', like(word))
      .where(sql`split_part(search.own, E'\n', 1)`, 'like', like(word))
    notes = notes.where(eb => eb.or([eb('note.texts', 'like', like(word)), eb('note.link_id', 'in', titled)]))
  }
  return notes
}

const wordsOf = (text: string): string[] =>
  fold(text)
    .split(' ')
    .filter(word => word !== '')
    .slice(0, SEARCH_TERMS_MAX)
