import type { DeletedLinkList } from '@lectern/contracts/api/deleted-links.ts'
import { DELETED_DAYS } from '@lectern/contracts/retention.ts'
import { sql } from 'kysely'
import type { ReadDb } from '../tables.ts'
import { type Cursor, encodeCursor } from './cursor.ts'
import { shownTitle } from './link-row.ts'

const sinceThen = sql<Date>`now() - make_interval(days => ${sql.lit(DELETED_DAYS)})`

/** Links that can be brought back, the latest deletion first. The time of a cursor is that of the deletion. */
export const listDeletedLinks = async (
  db: ReadDb,
  libraryId: string,
  { after, limit }: { after: Cursor | undefined; limit: number },
): Promise<DeletedLinkList> => {
  const deleted = db
    .selectFrom('deleted_links as link')
    .where('link.library_id', '=', libraryId)
    .where('link.deleted_at', '>', sinceThen)
  let page = deleted
    .leftJoin('articles as article', 'article.article_id', 'link.article_id')
    .leftJoin('collections as collection', join =>
      join
        .onRef('collection.library_id', '=', 'link.library_id')
        .onRef('collection.id', '=', 'link.collection_id'),
    )
  if (after)
    page = page.where(sql<boolean>`(link.deleted_at, link.id) < (${after.createdAt}, ${after.id}::integer)`)
  const rows = await page
    .select([
      ...(['link.id', 'link.url', 'link.note', 'link.tags', 'link.is_favorite', 'link.is_archived'] as const),
      ...([
        'link.created_at',
        'link.deleted_at',
        'link.note_count',
        'collection.name as collection',
      ] as const),
    ])
    .select(shownTitle.as('title'))
    .orderBy('link.deleted_at', 'desc')
    .orderBy('link.id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const count = sql<number>`count(*)::integer`
  const { total } = await deleted.select(count.as('total')).executeTakeFirstOrThrow()
  const moments = [...new Set(shown.map(row => row.deleted_at.getTime()))].map(time => new Date(time))
  const together =
    moments.length === 0
      ? []
      : await deleted
          .where('link.deleted_at', 'in', moments)
          .groupBy('link.deleted_at')
          .select(['link.deleted_at', count.as('count')])
          .execute()
  const countOf = new Map(together.map(row => [row.deleted_at.getTime(), row.count]))
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    links: shown.map(row => ({
      ...{ id: row.id, url: row.url, title: row.title, note: row.note, tags: row.tags },
      ...{ isFavorite: row.is_favorite, isArchived: row.is_archived, collection: row.collection },
      noteCount: row.note_count,
      createdAt: row.created_at.toISOString(),
      deletedAt: row.deleted_at.toISOString(),
      togetherCount: countOf.get(row.deleted_at.getTime()) ?? 1,
    })),
    total,
    nextCursor: last ? encodeCursor({ createdAt: last.deleted_at, id: last.id }) : null,
  }
}
