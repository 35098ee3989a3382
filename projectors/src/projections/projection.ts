import type { Lane } from '@lectern/contracts/read-model/lanes.ts'
import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import type { RecordedEvent } from '@lectern/platform/event-store/port.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'

/** One statement with its parameters; `name` has Postgres keep its plan. */
export type Statement = {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
  /** Milliseconds that it may take, where that is more than the pool's own. */
  readonly query_timeout?: number
}

/** A batch's rows as data-modifying CTEs that do nothing unless the CTE `fence` has a row. Parameters count from $1. */
export type Writes = {
  /** Tells statements of different texts apart. */
  readonly name: string
  /** `name AS (…)` clauses. */
  readonly clauses: readonly string[]
  readonly values: readonly unknown[]
  /** What open tabs must hear, known before the commit. */
  readonly changes: LibraryChange[]
  /** It may write any number of rows. */
  readonly isLarge?: boolean
}

/** The checkpoint moves, and nothing is written. */
export const NOTHING: Writes = { name: 'bump', clauses: [], values: [], changes: [] }

export type Projection = {
  /** Turns a batch of events of one lane into rows. Throws on an event that it cannot read: that event is parked. */
  readonly write: (schema: string, events: readonly RecordedEvent[]) => Writes
  /** What open tabs must hear and only Postgres knows, instead of the `changes`; told with the commit. */
  readonly lookUp?: (pool: Pool, schema: string, events: readonly RecordedEvent[]) => Promise<LibraryChange[]>
  /** Whether an event is written by a statement of its own, so that it makes a batch by itself. */
  readonly isAlone: (event: RecordedEvent) => boolean
}

/** A move of a lane's checkpoint, `from` being what it must be now. */
export type Step = { readonly lane: Lane; readonly from: string; readonly to: string }

/** What one act on a whole library may take, in ms, where a disk is slow. */
const LARGE_TIMEOUT_MS = 120_000

/**
 * One statement, so one transaction and one round trip: the checkpoint moves, the rows are written and listeners told,
 * or nothing happens. Nothing happens too, and `moved` is 0, where the checkpoint is not at `from` (another projector
 * was first) or the schema serves no more (a rebuild replaced it).
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
    SELECT pg_notify('lectern_read_model', payload)
    FROM fence, json_array_elements_text($${at + 4}::json) AS payload)`
  return {
    name: `${writes.name}@${schema}`,
    text: `WITH ${[fence, ...writes.clauses, told].join(',\n')}
      SELECT (SELECT count(*) FROM fence) AS moved, (SELECT count(*) FROM told) AS told`,
    values: [...writes.values, lane, to, from, JSON.stringify(notifications)],
    ...(writes.isLarge && { query_timeout: LARGE_TIMEOUT_MS }),
  }
}
