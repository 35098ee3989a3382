import type { EventStore, Position } from '@lectern/platform/event-store/port.ts'
import { comparePositions, encodePosition, parsePosition } from '@lectern/platform/event-store/position.ts'
import type { Pool, Queryable } from '@lectern/platform/postgres/postgres.ts'
import { waitForColumn } from '@lectern/platform/postgres/wait-for-column.ts'
import type { LoopParts } from '../loop.ts'
import type { Step } from './step-after.ts'

export type CheckpointParts = LoopParts & {
  readonly pool: Pool
  readonly store: EventStore
  readonly storeId: string
}

export type Beginning = {
  /** undefined is the first event. */
  readonly after: Position | undefined
  /** Steps of these kinds were done up to there. */
  readonly done: ReadonlyMap<Step['kind'], Position>
}

/** Where policies go on. A checkpoint of another store, or beyond the end of one that was put back, is ignored: steps may be repeated. */
export const beginningOf = async (parts: CheckpointParts): Promise<Beginning> => {
  const { pool, store, storeId } = parts
  const { rows } = await pool.query<{ position: string; hasMails: boolean }>(
    'SELECT position, has_mails AS "hasMails" FROM command.policies_checkpoint WHERE store_id = $1',
    [storeId],
  )
  const stored = parsePosition(rows[0]?.position)
  const own = (await isBeyondEnd(store, stored)) ? undefined : stored
  if (rows[0]?.hasMails) return { after: own, done: new Map() }

  const done = await earlierLoops(parts)
  const kinds = Object.keys(EARLIER_LOOPS) as Step['kind'][]
  // The version before took all steps itself but for mails.
  if (stored !== undefined) for (const kind of kinds) if (kind !== 'send-mail') setOrDelete(done, kind, own)
  const positions = kinds.map(kind => done.get(kind))
  const after = positions.reduce((a, b) => (a && b && (comparePositions(a, b) < 0 ? a : b)) || undefined)
  return { after, done }
}

const setOrDelete = (
  done: Map<Step['kind'], Position>,
  kind: Step['kind'],
  position: Position | undefined,
) => (position === undefined ? done.delete(kind) : done.set(kind, position))

export const writeCheckpoint = async (db: Queryable, storeId: string, position: Position): Promise<void> => {
  await db.query(
    `INSERT INTO command.policies_checkpoint (store_id, position, has_mails) VALUES ($1, $2, true)
     ON CONFLICT (only_row) DO UPDATE
       SET store_id = excluded.store_id, position = excluded.position, has_mails = true`,
    [storeId, encodePosition(position)],
  )
}

/** Whether the store was put back to before a position that it gave. */
export const isBeyondEnd = async (store: EventStore, position: Position | undefined): Promise<boolean> => {
  if (position === undefined) return false
  const end = await store.end()
  return end === undefined || comparePositions(position, end) > 0
}

/** Projectors of versions before did this in loops of their own, each with a checkpoint. One that met no event has none. */
const EARLIER_LOOPS = {
  'set-allowance': 'allowances',
  'delete-notes': 'deletions',
  'settle-payment': 'payments',
  'return-payment': 'returns',
  'send-mail': 'mails',
} as const satisfies Partial<Record<Step['kind'], string>>

const CHECKPOINTS = { schema: 'projections', table: 'reactions_checkpoint', column: 'kind' }

/** Nothing in a new installation. Otherwise the projectors of this version let command-api read the table. */
const earlierLoops = async ({ pool, store, storeId, ...parts }: CheckpointParts) => {
  const done = new Map<Step['kind'], Position>()
  const { schema, table } = CHECKPOINTS
  const tables = await pool.query('SELECT FROM pg_tables WHERE schemaname = $1 AND tablename = $2', [
    schema,
    table,
  ])
  if (tables.rowCount === 0) return done
  await waitForColumn(pool, CHECKPOINTS, parts)
  const { rows } = await pool.query<{ kind: string; position: string }>(
    `SELECT kind, position FROM ${schema}.${table} WHERE store_id = $1`,
    [storeId],
  )
  for (const [kind, loop] of Object.entries(EARLIER_LOOPS)) {
    const position = parsePosition(rows.find(row => row.kind === loop)?.position)
    if (position && !(await isBeyondEnd(store, position))) done.set(kind as Step['kind'], position)
  }
  return done
}
