import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { Link } from '@lectern/contracts/api/links.ts'
import { prepared } from '../serving/prepared.ts'
import type { ReadDb } from '../tables.ts'
import type { Reader } from './filters.ts'
import { cardImages, LINK_COLUMNS, noteCount, progressOf, shownTitle, toLink } from './link-row.ts'
import { provenanceOf } from './provenance.ts'

/** Parses the id of a link in a path. @throws Rejected link-not-found, also for a text that is no id */
export const parseLinkId = (text: string): number => {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(id <= 2_147_483_647)) throw new Rejected('link-not-found')
  return id
}

/** @throws Rejected link-not-found */
export const readLink = async (db: ReadDb, reader: Reader, linkId: number): Promise<Link> => {
  const { libraryId, userId } = reader
  const [row] = await oneLink(db, { libraryId, userId, linkId })
  if (row === undefined) throw new Rejected('link-not-found')
  const provenance = await provenanceOf(db, reader, [row])
  return { ...toLink(row, provenance), readAt: row.read_at && new Date(row.read_at).toISOString() }
}

const oneLink = prepared('link', (db, { libraryId, userId, linkId }: Reader & { linkId: number }) =>
  db
    .selectFrom('links as link')
    .leftJoin('articles as article', 'article.article_id', 'link.article_id')
    .where('link.library_id', '=', libraryId)
    .where('link.id', '=', linkId)
    .select(LINK_COLUMNS)
    .select([shownTitle.as('title'), noteCount, progressOf(userId)])
    .select(cardImages)
    .select(({ selectFrom }) =>
      selectFrom('article_versions as version')
        .whereRef('version.article_id', '=', 'link.article_id')
        .whereRef('version.content_hash', '=', 'article.content_hash')
        .select('version.read_at')
        .as('read_at'),
    ),
)
