import { setTimeout as wait } from 'node:timers/promises'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { comparePositions, parsePosition } from '@lectern/platform/event-store/position.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { until } from '@lectern/stack/probes.ts'
import type pg from 'pg'

/** Resolves once the requested lanes of the read models have passed a position. @throws Error after `patience` ms */
export const lanesPass = async (
  pool: pg.Pool,
  position: Position | undefined,
  isAsked: (lane: string) => boolean,
  patience: number,
): Promise<void> => {
  const schema = await currentReadSchema(pool)
  await until(
    'The read models',
    async () => {
      const { rows } = await pool.query<{ lane: string; position: string }>(
        `SELECT lane, position FROM ${schema}.checkpoints`,
      )
      return rows.every(row => !isAsked(row.lane) || isPast(row.position, position))
    },
    patience,
  )
}

/** Resolves once the jobs of all events up to a position exist. @throws Error after `patience` ms */
export const reactionsPass = async (
  pool: pg.Pool,
  position: Position | undefined,
  patience: number,
): Promise<void> =>
  until(
    'The reactions',
    async () => {
      const { rows } = await pool.query<{ position: string }>(
        `SELECT position FROM projections.reactions_checkpoint WHERE kind = 'jobs'`,
      )
      return isPast(rows[0]?.position, position)
    },
    patience,
  )

/** Resolves once the page of every link has a result. @throws Error after `patience` ms */
export const pagesRead = async (pool: pg.Pool, patience: number): Promise<void> => {
  const schema = await currentReadSchema(pool)
  await until(
    'The pages',
    async () => {
      // The pause is long because each check reads all links.
      await wait(2_000)
      const { rows } = await pool.query<{ isDone: boolean }>(
        `SELECT NOT EXISTS (
           SELECT FROM ${schema}.links LEFT JOIN ${schema}.articles USING (article_id) WHERE status IS NULL
         ) AS "isDone"`,
      )
      return rows[0]?.isDone === true
    },
    patience,
  )
}

const isPast = (text: string | undefined, position: Position | undefined): boolean => {
  const reached = parsePosition(text)
  return position === undefined || (reached !== undefined && comparePositions(reached, position) >= 0)
}
