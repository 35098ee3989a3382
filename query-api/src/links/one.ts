import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { Link } from '@lectern/contracts/api/links.ts'
import type { ReadDb } from '../tables.ts'
import { cardImages, LINK_COLUMNS, noteCount, shownTitle, toLink } from './link-row.ts'

/** Parses the id of a link in a path. @throws Rejected link-not-found, also for a text that is no id */
export const parseLinkId = (text: string): number => {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(id <= 2_147_483_647)) throw new Rejected('link-not-found')
  return id
}

/** @throws Rejected link-not-found */
export const readLink = async (db: ReadDb, libraryId: string, linkId: number): Promise<Link> => {
  const row = await db
    .selectFrom('links as link')
    .leftJoin('articles as article', 'article.article_id', 'link.article_id')
    .where('link.library_id', '=', libraryId)
    .where('link.id', '=', linkId)
    .select(LINK_COLUMNS)
    .select([shownTitle.as('title'), noteCount])
    .select(cardImages)
    .executeTakeFirst()
  if (row === undefined) throw new Rejected('link-not-found')
  return toLink(row)
}
