import { TAGS_LISTED_MAX } from '@lectern/contracts/limits.ts'
import { tagKey } from '@lectern/contracts/tags.ts'
import { type WallabagTag, wallabagTag } from '@lectern/contracts/wallabag/entry.ts'
import type { ReadDb } from '../tables.ts'

/** The tags of a library as wallabag lists them. */
export const tagsOfDevice = async (db: ReadDb, libraryId: string): Promise<WallabagTag[]> => {
  const rows = await db
    .selectFrom('tags')
    .select('tag')
    .where('library_id', '=', libraryId)
    .orderBy('active', 'desc')
    .orderBy('tag')
    .limit(TAGS_LISTED_MAX)
    .execute()
  // Old libraries have tags in several spellings. The most used one stands for all.
  const labels = new Map(rows.toReversed().map(({ tag }) => [tagKey(tag), tag]))
  return [...labels.values()].toSorted().map(wallabagTag)
}
