import type { ExtractJob } from '@lectern/contracts/jobs.ts'
import { laneOf } from '@lectern/contracts/read-model/lanes.ts'
import { comparePositions, parsePosition } from '@lectern/platform/event-store/position.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'

export type SavedLink = NonNullable<ExtractJob['link']>

/** Whether the read model has passed the event that saved the link, and has no such link. */
export async function isDeleted(pool: Pool, { libraryId, linkId, position }: SavedLink): Promise<boolean> {
  const schema = await currentReadSchema(pool)
  if (schema === undefined) return false
  const { rows } = await pool.query<{ position: string }>(
    `SELECT position FROM ${schema}.checkpoints
      WHERE lane = $3 AND NOT EXISTS (SELECT FROM ${schema}.links WHERE library_id = $1 AND id = $2)`,
    [libraryId, linkId, laneOf(libraryId)],
  )
  return hasReached(rows[0]?.position, position)
}

/** Whether a lane at one position has projected the event at another. */
export function hasReached(lane: string | undefined, event: string): boolean {
  const [reached, wanted] = [parsePosition(lane), parsePosition(event)]
  return reached !== undefined && wanted !== undefined && comparePositions(reached, wanted) >= 0
}
