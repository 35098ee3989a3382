import type { ExtractJob } from '@lectern/contracts/jobs.ts'
import { laneOf } from '@lectern/contracts/read-model/lanes.ts'
import { comparePositions, parsePosition } from '@lectern/platform/event-store/position.ts'
import type { Pool, Queryable } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import type { Rank } from '../rank.ts'

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
 * Whether nobody waits for a page: its link is deleted, or that of an imported link was read for another one meanwhile. A failure is an
 * answer too, but for a retry.
 */
export async function isUnneeded(
  pool: Pool,
  { articleId, link, retries = false }: ExtractJob,
  rank: Rank,
): Promise<boolean> {
  const schema = await currentReadSchema(pool)
  if (schema === undefined || link === undefined) return false
  if (await isDeletedIn(pool, schema, link)) return true
  if (rank === 'interactive') return false
  const { rowCount } = await pool.query(
    `SELECT FROM ${schema}.articles WHERE article_id = decode($1, 'hex') AND (status = 'ready' OR NOT $2)`,
    [articleId, retries],
  )
  return rowCount !== 0
}

type Asked = {
  readonly articleId: string
  readonly link?: SavedLink | undefined
  readonly askedBy?: string | undefined
}

/**
 * Whether nobody waits for the result of a request: its link is deleted, or, where it names none, as that of an earlier
 * failure does, nobody has a link with the article, and its library has no link at all. A read model that is behind may lack
 * one of them.
 */
export async function isUnneededIn(
  db: Queryable,
  schema: string,
  { articleId, link, askedBy }: Asked,
): Promise<boolean> {
  if (link) return isDeletedIn(db, schema, link)
  if (askedBy === undefined) return false
  const { rowCount } = await db.query(
    `(SELECT FROM ${schema}.links WHERE article_id = decode($1, 'hex') LIMIT 1)
     UNION ALL (SELECT FROM ${schema}.links WHERE library_id = $2::uuid LIMIT 1)`,
    [articleId, UUID.test(askedBy) ? askedBy : null],
  )
  return rowCount === 0
}

/** Earlier versions named something else than a library. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a lane at one position has projected the event at another. */
export function hasReached(lane: string | undefined, event: string): boolean {
  const [reached, wanted] = [parsePosition(lane), parsePosition(event)]
  return reached !== undefined && wanted !== undefined && comparePositions(reached, wanted) >= 0
}
