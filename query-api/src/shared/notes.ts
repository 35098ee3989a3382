import type { Note } from '@lectern/contracts/api/notes.ts'
import { type NoteRow, noteOf } from '@lectern/contracts/read-model/notes.ts'
import { sql } from 'kysely'
import type { Reader } from '../links/filters.ts'
import type { ReadDb } from '../tables.ts'
import { readNames } from './names.ts'
import { overlaid } from './overlay.ts'
import { ownTables } from './seen-tables.ts'
import type { Source } from './source.ts'

/** Whether somebody takes part in the library, so that notes of others may be on its links. */
export const isLibraryShared = (libraryId: string) =>
  sql<boolean>`EXISTS (SELECT FROM sharing.people AS person WHERE person.library_id = ${libraryId}::uuid)`

/** The writer of a `note` of withNotesOfOthers; null: the owner of its link. */
export const writerId = sql<string | null>`note.writer_id`.as('writer_id')

/** A database in which the notes on the links of the reader's library are all that the reader may see. */
export const withNotesOfOthers = (today: ReadDb, { db, reader }: Source): ReadDb =>
  // That of a member has them already.
  reader.seen ? db : overlaid(today, ownTables(reader.libraryId))

type Written = NoteRow & { readonly writer_id: string | null }

/** Says of each note whose it is, where it is not the reader's own. */
export const withWriters = async (
  today: ReadDb,
  reader: Reader,
  rows: readonly Written[],
): Promise<Note[]> => {
  const writerOf = await readWriters(today, reader, rows)
  return rows.map(row => {
    const writer = writerOf(row)
    return {
      ...noteOf(row),
      ...(reader.seen && { library: reader.libraryId }),
      ...(writer && { writer }),
    }
  })
}

/** Tells who wrote a note; undefined: the reader did. The owner is known by the id of the library. */
export const readWriters = async (
  today: ReadDb,
  { libraryId, seen }: Reader,
  rows: readonly Pick<Written, 'writer_id'>[],
): Promise<(row: Pick<Written, 'writer_id'>) => Note['writer']> => {
  const writers = rows.flatMap(({ writer_id }) => writer_id ?? [])
  const names = await readNames(today, libraryId, writers)
  return ({ writer_id: id }) => {
    if (id === (seen?.memberId ?? null)) return undefined
    if (id === null) return { id: libraryId, name: seen?.owner ?? '' }
    return { id, name: names.get(id) ?? '' }
  }
}
