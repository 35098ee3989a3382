import {
  encodeProgress,
  type LibraryChange,
  PROGRESS_CHANNEL,
} from '@lectern/contracts/read-model/progress.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { encodePosition } from '@lectern/platform/event-store/position.ts'
import { literal, type QueryResult, rollingBack } from '@lectern/platform/postgres/postgres.ts'
import { traceparents } from '@lectern/platform/process/tracing.ts'
import type { ProjectorParts } from '../connect.ts'
import type { Projection } from '../read-models/projection.ts'
import { type Tx, transactionOn } from '../read-models/transaction.ts'
import { CheckpointMoved } from './failures.ts'

export type StepParts = Pick<ProjectorParts, 'pool' | 'log' | 'metrics' | 'signal'> & {
  readonly schema: string
  readonly projection: Projection
  /** Tell readers and open tabs of each commit; false while a schema is being filled that nobody reads. */
  readonly announce: boolean
}

/** Postgres ends a transaction of a process that stands still, which would keep off the one that leads then. */
export const NOT_IDLE = `SET LOCAL idle_in_transaction_session_timeout TO '4s'`

const textOf = (position: Position | undefined) => (position ? encodePosition(position) : '')

/**
 * Writes rows, moves the checkpoint of their lane and notifies, in one transaction. The row of the checkpoint keeps off other
 * projectors and a rebuild meanwhile. What begins and ends it takes one round trip each: a save waits for all of them.
 * @throws CheckpointMoved where it is not at `from` (another projector was first), or a rebuild has replaced the schema
 */
export const commitStep = (
  { pool, schema, projection: { lane }, announce }: StepParts,
  { from, to }: { from: Position | undefined; to: Position | undefined },
  write: (tx: Tx) => Promise<LibraryChange[]>,
): Promise<void> =>
  rollingBack(pool, async client => {
    const begun: unknown = await client.query(`BEGIN; ${NOT_IDLE}; SET LOCAL search_path TO ${schema}, public;
      UPDATE checkpoints SET position = '${textOf(to)}' WHERE lane = '${lane}' AND position = '${textOf(from)}'
        AND EXISTS (SELECT FROM projections.read_schemas WHERE schema = '${schema}' AND state <> 'previous')`)
    if ((begun as QueryResult[]).at(-1)?.rowCount !== 1) throw new CheckpointMoved(lane)
    const changes = await write(transactionOn(client))
    const told = announce
      ? encodeProgress({ schema, lanes: { [lane]: textOf(to) }, changes, traces: traceparents() })
      : []
    await client.query(
      [...told.map(each => `NOTIFY ${PROGRESS_CHANNEL}, ${literal(each)}`), 'COMMIT'].join('; '),
    )
  })
