import { LANES, type Lane } from '@lectern/contracts/read-model/lanes.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { comparePositions, parsePosition } from '@lectern/platform/event-store/position.ts'
import type { Pool, Queryable } from '@lectern/platform/postgres/postgres.ts'

/** The position of each lane; undefined before its first event. */
export type Checkpoints = ReadonlyMap<Lane, Position | undefined>

export const readCheckpoints = async (
  pool: Queryable,
  schema: string,
): Promise<{ storeId: string; positions: Checkpoints }> => {
  const { rows } = await pool.query<{ lane: Lane; store_id: string; position: string }>(
    `SELECT lane, store_id, position FROM ${schema}.checkpoints`,
  )
  return {
    storeId: rows[0]?.store_id ?? '',
    positions: new Map(rows.map(row => [row.lane, parsePosition(row.position)])),
  }
}

/** Where a lane is, and whether its schema serves or is being filled. */
export const readCheckpoint = async (pool: Queryable, schema: string, lane: Lane) => {
  const { rows } = await pool.query<{ position: string }>(
    `SELECT position FROM ${schema}.checkpoints WHERE lane = $1
       AND EXISTS (SELECT FROM projections.read_schemas WHERE schema = $2 AND state <> 'previous')`,
    [lane, schema],
  )
  return { isServing: rows.length > 0, position: parsePosition(rows[0]?.position) }
}

/** Starts every lane of a new schema before the first event. */
export const startCheckpoints = async (pool: Pool, schema: string, storeId: string): Promise<void> => {
  await pool.query(
    `INSERT INTO ${schema}.checkpoints (lane, store_id, position)
     SELECT lane, $1, '' FROM unnest($2::text[]) AS lane ON CONFLICT DO NOTHING`,
    [storeId, LANES],
  )
}

/** undefined is the start, before every position. */
export const isAtOrAfter = (a: Position | undefined, b: Position | undefined): boolean =>
  b === undefined || (a !== undefined && comparePositions(a, b) >= 0)

export const latest = (positions: Checkpoints): Position | undefined =>
  [...positions.values()].reduce((a, b) => (isAtOrAfter(a, b) ? a : b))
