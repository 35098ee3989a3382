import { COPY_WIDTHS } from '@lectern/contracts/images.ts'
import { type RawBuilder, sql } from 'kysely'
import { isSharedWith } from '../shared/seen-tables.ts'
import type { ReadDb } from '../tables.ts'

/**
 * A copy of a picture as WebP, if the person has an article with it, or others share one.
 * @param width of the copy; where there is none of it, the one of the nearest width
 */
export const readImage = async (
  db: ReadDb,
  { libraryId, userId }: { readonly libraryId: string; readonly userId: string },
  hash: string,
  width: number = COPY_WIDTHS.reading,
): Promise<Buffer | undefined> => {
  const own = sql<boolean>`links.library_id = ${libraryId}::uuid`
  const isSeen = (await isIn(db, hash, own)) || (await isIn(db, hash, isSharedWith(userId)))
  if (!isSeen) return undefined
  const copy = await db
    .selectFrom('content.image_copies as copy')
    .where('copy.hash', '=', hash)
    .select('content')
    .orderBy(sql`abs(copy.width - ${width})`)
    .limit(1)
    .executeTakeFirst()
  return copy?.content
}

const isIn = async (db: ReadDb, hash: string, links: RawBuilder<boolean>): Promise<boolean> => {
  const placed = db
    .selectFrom('content.card_images')
    .select(['article_id', 'image'])
    .unionAll(db.selectFrom('content.article_images').select(['article_id', 'image']))
  const found = await db
    .selectFrom(placed.as('placed'))
    // The limit makes Postgres look up one article after the other. Without it, a favicon that many articles share made it read
    // the pictures of all articles.
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('links')
          .whereRef('links.article_id', '=', 'placed.article_id')
          .where(links)
          .select('links.id')
          .limit(1)
          .as('link'),
      join => join.onTrue(),
    )
    .where('placed.image', '=', hash)
    .select('link.id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
