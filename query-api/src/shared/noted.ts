import type { HistoryAct } from '@lectern/contracts/api/history.ts'
import { noteTextOf } from '@lectern/contracts/read-model/acts.ts'
import { sql } from 'kysely'
import type { Place } from '../history/cursor.ts'
import { shownTitle } from '../links/link-row.ts'
import type { ReadDb } from '../tables.ts'
import { readWriters, withNotesOfOthers, writerId } from './notes.ts'
import type { Source } from './source.ts'

type Wanted = { readonly collectionId: number; readonly after: Place | undefined; readonly limit: number }
type Noted = Place & { readonly act: HistoryAct }

/** The notes that all who share a collection see, as acts, newest first. Their place has the note's id. */
export const readNoted = async (
  today: ReadDb,
  source: Source,
  { collectionId, after, limit }: Wanted,
): Promise<Noted[]> => {
  const { libraryId, seen } = source.reader
  let notes = withNotesOfOthers(today, source)
    .selectFrom('notes as note')
    .innerJoin('links as link', join =>
      join.onRef('link.library_id', '=', 'note.library_id').onRef('link.id', '=', 'note.link_id'),
    )
    .leftJoin('articles as article', 'article.article_id', 'link.article_id')
    .where('note.library_id', '=', libraryId)
    .where('note.is_shared', '=', true)
    .where('link.collection_id', '=', collectionId)
  if (after)
    notes = notes.where(
      sql<boolean>`(note.created_at, 'n', note.id) < (${after.at}, ${after.stream}, ${after.revision}::integer)`,
    )
  const rows = await notes
    .select(['note.id', 'note.type', 'note.content', 'note.created_at', 'note.link_id', 'link.url'])
    .select([shownTitle.as('title'), writerId])
    .orderBy('note.created_at', 'desc')
    .orderBy('note.id', 'desc')
    .limit(limit)
    .execute()
  const writerOf = await readWriters(today, source.reader, rows)
  return rows.map(({ id, type, content, created_at, link_id, url, title, writer_id }) => {
    const by = writerOf({ writer_id })?.name
    const act: HistoryAct = {
      ...{ id: `${writer_id ?? libraryId}/n${id}`, commandId: `${writer_id ?? libraryId}/n${id}` },
      ...{ at: created_at.toISOString(), via: 'web', kind: 'note-taken', linkCount: 1 },
      links: [{ id: link_id, title, url, isGone: false }],
      note: { id, type, text: noteTextOf(content), isGone: false },
      ...(seen && { library: libraryId }),
      ...(by !== undefined && { by }),
      undo: 'final',
    }
    return { at: created_at, stream: 'n', revision: id, act }
  })
}
