import type { Position } from '@lectern/platform/event-store/port.ts'
import { comparePositions, encodePosition, parsePosition } from '@lectern/platform/event-store/position.ts'
import type { Queryable } from '@lectern/platform/postgres/postgres.ts'
import type { Manifest } from './manifest.ts'

type Checkpoints = Manifest['checkpoints']

const POLICIES = 'policies'

/** How far the loops over the log have come that act on events: policies, and each loop of reactions. */
export const checkpointsIn = async (db: Queryable, storeId: string): Promise<Checkpoints> => {
  const policies = await db.query<{ position: string }>(
    'SELECT position FROM command.policies_checkpoint WHERE store_id = $1',
    [storeId],
  )
  const reactions = await db.query<{ kind: string; position: string }>(
    'SELECT kind, position FROM projections.reactions_checkpoint WHERE store_id = $1',
    [storeId],
  )
  return Object.fromEntries([
    ...policies.rows.map(({ position }) => [POLICIES, position]),
    ...reactions.rows.map(({ kind, position }) => [kind, position]),
  ])
}

/** Has the loops go on in another copy of the log where they were, so that no old mail is sent and no work is done again. */
export const writeCheckpoints = async (
  db: Queryable,
  storeId: string,
  checkpoints: ReadonlyMap<string, Position>,
): Promise<void> => {
  for (const [loop, position] of checkpoints) {
    const at = encodePosition(position)
    if (loop === POLICIES)
      await db.query(
        `INSERT INTO command.policies_checkpoint (store_id, position, has_mails) VALUES ($1, $2, true)
         ON CONFLICT (only_row) DO UPDATE SET store_id = excluded.store_id, position = excluded.position, has_mails = true`,
        [storeId, at],
      )
    else
      await db.query(
        `INSERT INTO projections.reactions_checkpoint (kind, store_id, position) VALUES ($1, $2, $3)
         ON CONFLICT (kind) DO UPDATE SET store_id = excluded.store_id, position = excluded.position`,
        [loop, storeId, at],
      )
  }
}

/**
 * Finds where loops were, in another copy of the log: call passed() for each event in order with its place in the first and in
 * the second log.
 */
export const followCheckpoints = (checkpoints: Checkpoints) => {
  const wanted = Object.entries(checkpoints).flatMap(([loop, text]) => {
    const position = parsePosition(text)
    return position ? [{ loop, position }] : []
  })
  const reached = new Map<string, Position>()
  return {
    reached: reached as ReadonlyMap<string, Position>,
    passed: (there: Position, here: Position): void => {
      for (const { loop, position } of wanted)
        if (comparePositions(there, position) <= 0) reached.set(loop, here)
    },
  }
}
