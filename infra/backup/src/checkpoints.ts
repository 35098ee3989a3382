import { writeCheckpoint } from '@lectern/command-api/policies/checkpoint.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { comparePositions, parsePosition } from '@lectern/platform/event-store/position.ts'
import type { Queryable } from '@lectern/platform/postgres/postgres.ts'
import { writeReactionsCheckpoint } from '@lectern/projectors/reactions/checkpoint.ts'
import type { LoopName } from '@lectern/projectors/reactions/jobs.ts'
import type { Manifest } from './manifest.ts'

type Checkpoints = Manifest['checkpoints']

/** The loop that sends mails, among others. */
export const POLICIES = 'policies'

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
  for (const [loop, position] of checkpoints)
    if (loop === POLICIES) await writeCheckpoint(db, storeId, position)
    else await writeReactionsCheckpoint(db, storeId, loop as LoopName, position)
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
    /** Whether the loop had done what follows from the event there, in the first log. */
    hasPassed: (loop: string, there: Position): boolean =>
      wanted.some(each => each.loop === loop && comparePositions(there, each.position) <= 0),
    passed: (there: Position, here: Position): void => {
      for (const { loop, position } of wanted)
        if (comparePositions(there, position) <= 0) reached.set(loop, here)
    },
  }
}
