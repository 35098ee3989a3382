import type { LinkList } from '@lectern/contracts/api/links.ts'
import type { ReadDb } from '../tables.ts'

/** A list of earlier links, with those that are not there today. Ids are never given twice. @param db of today's library */
export const withGone = async (db: ReadDb, libraryId: string, list: LinkList): Promise<LinkList> => {
  const ids = list.links.map(({ id }) => id)
  if (ids.length === 0) return { ...list, gone: [] }
  const rows = await db
    .selectFrom('links')
    .select('id')
    .where('library_id', '=', libraryId)
    .where('id', 'in', ids)
    .execute()
  const there = new Set(rows.map(({ id }) => id))
  return { ...list, gone: ids.filter(id => !there.has(id)) }
}
