import type { ExtractJob } from '@lectern/contracts/jobs.ts'
import { laneOf } from '@lectern/contracts/read-model/lanes.ts'
import { comparePositions, parsePosition } from '@lectern/platform/event-store/position.ts'
import type { Pool, Queryable } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'

export type SavedLink = NonNullable<ExtractJob['link']>

/** Whether the read model has passed the event that saved the link, and has no such link. */
export async function isDeleted(pool: Pool, link: SavedLink): Promise<boolean> {
  const schema = await currentReadSchema(pool)
  return schema !== undefined && isDeletedIn(pool, schema, link)
}

const isDeletedIn = async (
  db: Queryable,
  schema: string,
  { libraryId, linkId, position }: SavedLink,
): Promise<boolean> => {
  const { rows } = await db.query<{ position: string }>(
    `SELECT position FROM ${schema}.checkpoints
      WHERE lane = $3 AND NOT EXISTS (SELECT FROM ${schema}.links WHERE library_id = $1 AND id = $2)`,
    [libraryId, linkId, laneOf(libraryId)],
  )
  return hasReached(rows[0]?.position, position)
}

/**
 * Whether nobody waits for the result of a request: its link is deleted, or, where it names none, as that of an earlier
 * failure does, nobody has a link with the article.
 */
export async function isUnneededIn(
  db: Queryable,
  schema: string,
  { articleId, link }: { readonly articleId: string; readonly link?: SavedLink | undefined },
): Promise<boolean> {
  if (link) return isDeletedIn(db, schema, link)
  const { rowCount } = await db.query(
    `SELECT FROM ${schema}.links WHERE article_id = decode($1, 'hex') LIMIT 1`,
    [articleId],
  )
  return rowCount === 0
}

/** Whether a lane at one position has projected the event at another. */
export function hasReached(lane: string | undefined, event: string): boolean {
  const [reached, wanted] = [parsePosition(lane), parsePosition(event)]
  return reached !== undefined && wanted !== undefined && comparePositions(reached, wanted) >= 0
}
