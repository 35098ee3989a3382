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
  const own = await copyIn(db, sql`links.library_id = ${libraryId}::uuid`, hash, width)
  if (own !== undefined) return own
  const [person] = await db
    .selectFrom('sharing.people')
    .select('member_id')
    .where('user_id', '=', userId)
    .limit(1)
    .execute()
  return person && copyIn(db, isSharedWith(userId), hash, width)
}

/** The copy, if one of these links has an article with the picture. */
const copyIn = async (
  db: ReadDb,
  links: RawBuilder<boolean>,
  hash: string,
  width: number,
): Promise<Buffer | undefined> => {
  const placed = db
    .selectFrom('content.card_images')
    .select(['article_id', 'image'])
    .unionAll(db.selectFrom('content.article_images').select(['article_id', 'image']))
  const seen = db
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
  const copy = await db
    .selectFrom('content.image_copies as copy')
    .where('copy.hash', '=', hash)
    .where(({ exists }) => exists(seen))
    .select('content')
    .orderBy(sql`abs(copy.width - ${width})`)
    .limit(1)
    .executeTakeFirst()
  return copy?.content
}
