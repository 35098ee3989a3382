import { type WallabagAnnotation, wallabagAnnotation } from '@lectern/contracts/wallabag/annotation.ts'
import { sql } from 'kysely'
import type { ReadDb } from '../tables.ts'

/** Characters of the annotations of one entry, which are in memory together. */
const CHARACTERS_MAX = 8_388_608

/** Those of the links that have notes. */
export const linksWithNotes = async (
  db: ReadDb,
  libraryId: string,
  linkIds: readonly number[],
): Promise<ReadonlySet<number>> => {
  if (linkIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('notes')
    .select('link_id')
    .distinct()
    .where('library_id', '=', libraryId)
    .where('link_id', 'in', linkIds)
    .where('member_id', 'is', null)
    .execute()
  return new Set(rows.map(({ link_id }) => link_id))
}

/** Notes, highlights and quotes of a link, the earliest first. */
export const annotationsOf = async (
  db: ReadDb,
  libraryId: string,
  linkId: number,
): Promise<WallabagAnnotation[]> => {
  const ofLink = db
    .selectFrom('notes')
    .select(['id', 'content', 'selected_text', 'ranges', 'created_at', 'updated_at'])
    .select(
      sql<number>`sum(length(content) + coalesce(length(selected_text), 0)) OVER (ORDER BY id)`.as('so_far'),
    )
    .where('library_id', '=', libraryId)
    .where('link_id', '=', linkId)
    .where('member_id', 'is', null)
  const rows = await db
    .selectFrom(ofLink.as('note'))
    .selectAll()
    .where('so_far', '<=', CHARACTERS_MAX)
    .orderBy('id')
    .execute()
  return rows.map(({ id, content, selected_text: selectedText, ranges, created_at, updated_at }) =>
    wallabagAnnotation({ id, content, selectedText, ranges, createdAt: created_at, updatedAt: updated_at }),
  )
}
