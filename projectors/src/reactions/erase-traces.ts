import { streams } from '@lectern/contracts/jobs.ts'
import type { Nats } from '@lectern/platform/nats/connect.ts'
import { eraseMessages } from '@lectern/platform/nats/erase-messages.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { findSchema } from '../schemas.ts'

/**
 * Deletes what names a library or an account whose stream was tombstoned, where no event reaches: dead letters, and the read
 * schema that served before a rebuild. Repeated, it changes nothing.
 */
export const eraseTraces = async (nats: Nats, pool: Pool, id: string): Promise<void> => {
  // Jobs that wait need nothing: each finds that its link or its account is gone.
  await eraseMessages(nats, streams.dead.name, id)
  await eraseFromPrevious(pool, id)
}

/** A rollback would drop the same rows on the events that it catches up with. */
const eraseFromPrevious = async (pool: Pool, id: string): Promise<void> => {
  const [previous, current] = [await findSchema(pool, 'previous'), await findSchema(pool, 'current')]
  if (previous === undefined || current === undefined) return
  const { schema } = previous
  const { rows } = await pool.query<{ name: string; columns: string[] }>(
    `SELECT table_name AS name, array_agg(column_name::text) AS columns FROM information_schema.columns
     WHERE table_schema = $1 AND column_name IN ('library_id', 'article_id') GROUP BY table_name`,
    [schema],
  )
  const ofLibraries = rows.filter(({ columns }) => columns.includes('library_id'))
  for (const { name } of ofLibraries)
    await pool.query(`DELETE FROM ${schema}.${name} WHERE library_id::text = $1`, [id])
  await pool.query(`DELETE FROM ${schema}.parked_streams WHERE strpos(stream, $1) > 0`, [id])
  for (const { name } of rows.filter(({ columns }) => !columns.includes('library_id')))
    await pool.query(
      `DELETE FROM ${schema}.${name} AS had
       WHERE NOT EXISTS (SELECT FROM ${current.schema}.articles AS has WHERE has.article_id = had.article_id)
         AND NOT EXISTS (SELECT FROM ${schema}.links AS link WHERE link.article_id = had.article_id)`,
    )
}
