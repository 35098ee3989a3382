import type { Lane } from '@lectern/contracts/read-model/lanes.ts'
import { PROGRESS_CHANNEL } from '@lectern/contracts/read-model/progress.ts'
import type { Writes } from '../read-models/read-model.ts'

/** A query of pg with a timeout of its own. */
export type Statement = {
  /** Postgres keeps the plan of a named statement. */
  readonly name: string
  readonly text: string
  readonly values: unknown[]
  /** Milliseconds; the pool's own where it is absent. */
  readonly query_timeout?: number
}

/** A move of a lane's checkpoint: it must be at `from`, and will be at `to`. */
export type Step = { readonly lane: Lane; readonly from: string; readonly to: string }

/** An act on a whole library takes this long, in ms, where the disk is slow. */
export const LARGE_TIMEOUT_MS = 120_000

/**
 * One statement, and so one transaction and one round trip, moves the checkpoint, writes the rows and notifies. It does
 * nothing, and gives `moved` 0, where the checkpoint is not at `from` (another projector was first) or the schema does not
 * serve any more (a rebuild replaced it).
 */
export const stepStatement = (
  schema: string,
  { lane, from, to }: Step,
  writes: Writes,
  notifications: readonly string[],
): Statement => {
  const at = writes.values.length
  const fence = `fence AS (
    UPDATE ${schema}.checkpoints SET position = $${at + 2}
    WHERE lane = $${at + 1} AND position = $${at + 3}
      AND EXISTS (SELECT FROM projections.read_schemas WHERE schema = '${schema}' AND state <> 'previous')
    RETURNING lane)`
  const told = `told AS (
    SELECT pg_notify('${PROGRESS_CHANNEL}', payload)
    FROM fence, json_array_elements_text($${at + 4}::json) AS payload)`
  return {
    name: `${writes.name}@${schema}`,
    text: `WITH ${[fence, ...writes.clauses, told].join(',\n')}
      SELECT (SELECT count(*) FROM fence) AS moved, (SELECT count(*) FROM told) AS told`,
    values: [...writes.values, lane, to, from, JSON.stringify(notifications)],
    ...(writes.isLarge && { query_timeout: LARGE_TIMEOUT_MS }),
  }
}
