import type { ExtractJob } from '@lectern/contracts/jobs.ts'
import { laneOf } from '@lectern/contracts/read-model/lanes.ts'
import { comparePositions, parsePosition } from '@lectern/platform/event-store/position.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'

/** Whether the read model has passed the event that saved the link, and has no such link. */
export async function isDeleted(
  pool: Pool,
  { libraryId, linkId, position }: NonNullable<ExtractJob['link']>,
): Promise<boolean> {
  const schema = await currentReadSchema(pool)
  if (schema === undefined) return false
  const { rows } = await pool.query<{ position: string }>(
    `SELECT position FROM ${schema}.checkpoints
      WHERE lane = $3 AND NOT EXISTS (SELECT FROM ${schema}.links WHERE library_id = $1 AND id = $2)`,
    [libraryId, linkId, laneOf(libraryId)],
  )
  const passed = parsePosition(rows[0]?.position)
  const saved = parsePosition(position)
  return passed !== undefined && saved !== undefined && comparePositions(passed, saved) >= 0
}
