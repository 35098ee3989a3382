import { READ_VERSION } from '@lectern/contracts/read-model/tables.ts'
import { parsePosition } from '../event-store/position.ts'
import { Halt } from '../process/halt.ts'
import { TAKE_BACK } from './migrate.ts'
import { isMissing, type Pool } from './postgres.ts'
import { mayRead } from './wait-for-column.ts'

/** The read schema that serves, if it has this code's version; undefined while one of this version is being filled. */
export const currentReadSchema = (pool: Pool): Promise<string | undefined> =>
  unlessMissing(
    pool,
    async () => {
      const { rows } = await pool.query<{ schema: string }>(
        `SELECT schema FROM projections.read_schemas WHERE state = 'current' AND version = $1`,
        [READ_VERSION],
      )
      return rows[0]?.schema
    },
    undefined,
  )

/** @throws Halt where the read models are of a later version */
export const refuseNewer = (version: number | undefined): void => {
  if (version !== undefined && version > READ_VERSION)
    throw new Halt(
      `The read models were written by a newer Lectern (version ${version} of them; this Lectern writes ${READ_VERSION}): ${TAKE_BACK}`,
    )
}

/** An older Lectern may not know what the newer one saved. @throws Halt where the read models that serve are of a later version */
export const refuseNewerReadModels = async (pool: Pool): Promise<void> => {
  const look = async () => {
    const { rows } = await pool.query<{ version: number }>(
      `SELECT version FROM projections.read_schemas WHERE state = 'current'`,
    )
    return rows[0]?.version
  }
  refuseNewer(await unlessMissing(pool, look, undefined))
}

/** How many percent of this version's read schema are filled; undefined once it serves. */
export const updateProgress = async (pool: Pool): Promise<number | undefined> => {
  if ((await currentReadSchema(pool)) !== undefined) return undefined
  return unlessMissing(pool, () => percentFilled(pool), 0)
}

/** The mean progress of the lanes, by their positions in the log. At most 99, since schemas switch after the last event. */
const percentFilled = async (pool: Pool): Promise<number> => {
  const { rows: fillings } = await pool.query<{ schema: string; target: string | null }>(
    `SELECT schema, target FROM projections.read_schemas WHERE state = 'filling' AND version = $1`,
    [READ_VERSION],
  )
  const end = parsePosition(fillings[0]?.target ?? undefined)
  if (fillings[0] === undefined || end === undefined) return 0
  const { rows: lanes } = await pool.query<{ position: string }>(
    `SELECT position FROM ${fillings[0].schema}.checkpoints`,
  )
  const shares = lanes.map(({ position }) => {
    const at = parsePosition(position)
    return at === undefined ? 0 : Math.min(1, Number(at.commit) / Number(end.commit))
  })
  const filled = shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)
  return Math.min(99, Math.floor(100 * filled))
}

const STATE = { schema: 'projections', table: 'read_schemas', column: 'state' }
/** Pools that have found the table. */
const found = new WeakSet<Pool>()

/** Projectors make these tables, and may not have started yet. */
const unlessMissing = async <T>(pool: Pool, look: () => Promise<T>, otherwise: T): Promise<T> => {
  if (!found.has(pool) && !(await mayRead(pool, STATE))) return otherwise
  found.add(pool)
  try {
    return await look()
  } catch (error) {
    if (isMissing(error)) return otherwise
    throw error
  }
}
