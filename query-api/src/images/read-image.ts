import { COPY_WIDTHS } from '@lectern/contracts/images.ts'
import { sql } from 'kysely'
import type { ReadDb } from '../tables.ts'

/**
 * A copy of a picture as WebP, if the library has an article with it.
 * @param width of the copy; where there is none of it, the one of the nearest width
 */
export const readImage = async (
  db: ReadDb,
  libraryId: string,
  hash: string,
  width: number = COPY_WIDTHS.reading,
): Promise<Buffer | undefined> => {
  const placed = db
    .selectFrom('content.card_images')
    .select(['article_id', 'image'])
    .unionAll(db.selectFrom('content.article_images').select(['article_id', 'image']))
  const ofLibrary = db
    .selectFrom(placed.as('placed'))
    // The limit makes Postgres look up one article after the other. Without it, a favicon that many articles share made it read
    // the pictures of all articles.
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('links')
          .whereRef('links.article_id', '=', 'placed.article_id')
          .where('links.library_id', '=', libraryId)
          .select('links.id')
          .limit(1)
          .as('link'),
      join => join.onTrue(),
    )
    .where('placed.image', '=', hash)
    .select('link.id')
  const copy = await db
    .selectFrom('content.image_copies as copy')
    .where('copy.hash', '=', hash)
    .where(({ exists }) => exists(ofLibrary))
    .select('content')
    .orderBy(sql`abs(copy.width - ${width})`)
    .limit(1)
    .executeTakeFirst()
  return copy?.content
}
