import type { DeletedLinksRequest } from '@lectern/contracts/api/deleted-links.ts'
import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { DELETED_DAYS } from '@lectern/contracts/retention.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import type { z } from 'zod/mini'
import type { DeletedLink } from '../domain/library/bring-back.ts'
import type { ReadRow } from '../read-row.ts'
import { waitUntilPastIn } from './wait-until-past.ts'

/** `after` is the position of the person's last write. */
type Asked = { readonly libraryId: string; readonly after: Position | undefined }
type Wanted = z.infer<typeof DeletedLinksRequest>
type Row = Omit<DeletedLink, 'ownArticle' | 'savedBy'> & {
  readonly articleId: string
  readonly isRead: boolean
  readonly savedBy: string | null
}

/** Links of one act at most. More than a page of any list, and an event of some hundred kilobytes. */
const LINKS_MAX = 1_000
/** Bytes of the event, of which an append takes 1 MiB. */
const BYTES_MAX = 700_000

/** Reads what was deleted in the last 30 days from the read model, once that has the person's own last write. */
export const deletedLinksIn = (readRow: ReadRow) => {
  const waitUntilPast = waitUntilPastIn(readRow)

  /** What one act takes of them, as they were. `count` is how many there are. */
  const toBringBack = async ({ libraryId, after }: Asked, wanted: Wanted) => {
    await waitUntilPast(libraryId, after)
    const found = await readRow<{ count: number; links: Row[] | null }>(
      schema => `SELECT (SELECT count(*)::integer FROM ${schema}.deleted_links AS gone WHERE ${WANTED}) AS count,
        (SELECT json_agg(link) FROM (
          SELECT id AS "from", url, url_key AS "urlKey", title, note, tags, created_at AS "savedAt",
            CASE WHEN title_from_page THEN 'page' ELSE 'person' END AS "titleFrom",
            saved_by AS "savedBy", is_favorite AS "isFavorite", is_archived AS "isArchived", collection_id AS "collectionId",
            encode(article_id, 'hex') AS "articleId",
            EXISTS (SELECT FROM ${schema}.articles AS article
              WHERE article.article_id = gone.article_id AND status = 'ready') AS "isRead"
          FROM ${schema}.deleted_links AS gone WHERE ${WANTED}
          ORDER BY deleted_at DESC, id DESC LIMIT ${LINKS_MAX}) AS link) AS links`,
      valuesOf(libraryId, wanted),
    )
    const links = fitting((found?.links ?? []).map(toDeletedLink)).toSorted((a, b) => a.from - b.from)
    return { links, count: found?.count ?? 0 }
  }

  const idsOf = async ({ libraryId, after }: Asked, wanted: Wanted): Promise<number[]> => {
    await waitUntilPast(libraryId, after)
    const found = await readRow<{ ids: number[] }>(
      schema => `SELECT array(SELECT id FROM ${schema}.deleted_links WHERE ${WANTED}) AS ids`,
      valuesOf(libraryId, wanted),
    )
    return found?.ids ?? []
  }

  return { toBringBack, idsOf }
}
export type DeletedLinks = ReturnType<typeof deletedLinksIn>

const WANTED = `library_id = $1 AND deleted_at > now() - interval '${DELETED_DAYS} days'
  AND ($2::integer[] IS NULL OR id = ANY ($2)) AND ($3::timestamptz IS NULL OR deleted_at = $3)
  AND ($4::timestamptz IS NULL OR deleted_at <= $4)`

/** No id is larger than a column holds. */
const valuesOf = (libraryId: string, { linkIds, deletedAt, until }: Wanted) => [
  libraryId,
  linkIds?.filter(id => id > 0 && id <= 2_147_483_647) ?? null,
  deletedAt ?? null,
  until ?? null,
]

/** A page that its person provided and that was never read is gone with the link, which shows that of its address then. */
const toDeletedLink = ({ articleId, isRead, savedAt, savedBy, ...link }: Row): DeletedLink => ({
  ...link,
  savedAt: new Date(savedAt).toISOString(),
  ...(savedBy !== null && { savedBy }),
  ...(isRead && articleId !== articleIdOf(link.url) && { ownArticle: articleId }),
})

const fitting = (links: readonly DeletedLink[]): DeletedLink[] => {
  let bytes = 0
  return links.filter(link => {
    bytes += Buffer.byteLength(JSON.stringify(link))
    return bytes <= BYTES_MAX
  })
}
