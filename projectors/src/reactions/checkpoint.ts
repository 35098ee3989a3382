import type { Position } from '@lectern/platform/event-store/port.ts'
import { encodePosition, parsePosition } from '@lectern/platform/position.ts'
import type { Pool, PoolClient } from '@lectern/platform/postgres.ts'

/** How far reactions have come; undefined before the first. A checkpoint of another store counts as none: msgIds keep repeats harmless. */
export const readReactionsCheckpoint = async (pool: Pool, storeId: string): Promise<Position | undefined> => {
  const { rows } = await pool.query<{ position: string }>(
    'SELECT position FROM projections.reactions_checkpoint WHERE store_id = $1',
    [storeId],
  )
  return parsePosition(rows[0]?.position)
}

export const writeReactionsCheckpoint = async (
  pool: Pool,
  storeId: string,
  position: Position,
): Promise<void> => {
  await pool.query(
    `INSERT INTO projections.reactions_checkpoint (store_id, position) VALUES ($1, $2)
     ON CONFLICT (only_row) DO UPDATE SET store_id = excluded.store_id, position = excluded.position`,
    [storeId, encodePosition(position)],
  )
}

/** For a store that has fewer events than were reacted to: reactions begin anew, and msgIds keep repeats harmless. */
export const forgetReactions = async (client: PoolClient): Promise<void> => {
  await client.query('DELETE FROM projections.reactions_checkpoint')
}
