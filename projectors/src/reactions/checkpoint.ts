import type { Position } from '@lectern/platform/event-store/port.ts'
import { encodePosition, parsePosition } from '@lectern/platform/event-store/position.ts'
import type { Pool, PoolClient, Queryable } from '@lectern/platform/postgres/postgres.ts'
import { CheckpointMoved } from '../engine/failures.ts'
import type { LoopName } from './jobs.ts'

/**
 * A transaction's COMMIT is answered when it is on disk. Elsewhere projectors do not wait for that, and begin again at their
 * checkpoint; a loop goes on in memory, past what a crash of Postgres lost.
 */
export const ON_DISK = 'SET LOCAL synchronous_commit TO on'

/**
 * How far a loop is; undefined before the first event. A checkpoint of another store is ignored: the ids of
 * messages and commands make repeats harmless.
 */
export const readReactionsCheckpoint = async (
  pool: Pool,
  storeId: string,
  loop: LoopName | 'adopted',
): Promise<Position | undefined> => {
  const { rows } = await pool.query<{ position: string }>(
    'SELECT position FROM projections.reactions_checkpoint WHERE store_id = $1 AND kind = $2',
    [storeId, loop],
  )
  return parsePosition(rows[0]?.position)
}

export const writeReactionsCheckpoint = async (
  db: Queryable,
  storeId: string,
  loop: LoopName | 'adopted',
  position: Position,
): Promise<void> => {
  await db.query(
    `INSERT INTO projections.reactions_checkpoint (kind, store_id, position) VALUES ($1, $2, $3)
     ON CONFLICT (kind) DO UPDATE SET store_id = excluded.store_id, position = excluded.position`,
    [loop, storeId, encodePosition(position)],
  )
}

/**
 * Moves a loop's checkpoint and locks it until the transaction ends.
 * @param from where this process left it; undefined before the first event
 * @throws CheckpointMoved where it is not there: another process was first, or a crash of Postgres lost the last moves
 */
export const moveReactionsCheckpoint = async (
  db: Queryable,
  { storeId, loop, from, to }: { storeId: string; loop: LoopName; from: Position | undefined; to: Position },
): Promise<void> => {
  const { rowCount } = await db.query(
    from === undefined
      ? `INSERT INTO projections.reactions_checkpoint AS c (kind, store_id, position) VALUES ($1, $2, $3)
         ON CONFLICT (kind) DO UPDATE SET store_id = excluded.store_id, position = excluded.position
         WHERE c.store_id <> excluded.store_id`
      : `UPDATE projections.reactions_checkpoint SET position = $3 WHERE kind = $1 AND store_id = $2 AND position = $4`,
    [loop, storeId, encodePosition(to), ...(from ? [encodePosition(from)] : [])],
  )
  if (rowCount !== 1) throw new CheckpointMoved(loop)
}

/** Reactions begin anew, for a store that was put back to an earlier state. Ids make repeats harmless. */
export const forgetReactions = async (client: PoolClient): Promise<void> => {
  await client.query('DELETE FROM projections.reactions_checkpoint')
}
