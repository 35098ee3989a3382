import type { Queryable } from '@lectern/platform/postgres/postgres.ts'
import { findSchema } from '../schemas.ts'

/**
 * Deletes what names a library or an account whose stream was tombstoned, where no event reaches: work that waits or failed, and
 * the read schema that served before a rebuild. Repeated, it changes nothing.
 */
export const eraseTraces = async (db: Queryable, id: string): Promise<void> => {
  await db.query('DELETE FROM projections.work WHERE library_id = $1', [id])
  await eraseFromPrevious(db, id)
}

/** A rollback would drop the same rows on the events that it catches up with. */
const eraseFromPrevious = async (db: Queryable, id: string): Promise<void> => {
  const [previous, current] = [await findSchema(db, 'previous'), await findSchema(db, 'current')]
  if (previous === undefined || current === undefined) return
  const { schema } = previous
  const { rows } = await db.query<{ name: string; columns: string[] }>(
    `SELECT table_name AS name, array_agg(column_name::text) AS columns
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = $1 AND table_type = 'BASE TABLE' AND column_name IN ('library_id', 'article_id')
     GROUP BY table_name`,
    [schema],
  )
  const ofLibraries = rows.filter(({ columns }) => columns.includes('library_id'))
  for (const { name } of ofLibraries)
    await db.query(`DELETE FROM ${schema}.${name} WHERE library_id::text = $1`, [id])
  await db.query(`DELETE FROM ${schema}.parked_streams WHERE strpos(stream, $1) > 0`, [id])
  for (const { name } of rows.filter(({ columns }) => !columns.includes('library_id')))
    await db.query(
      `DELETE FROM ${schema}.${name} AS had
       WHERE NOT EXISTS (SELECT FROM ${current.schema}.articles AS has WHERE has.article_id = had.article_id)
         AND NOT EXISTS (SELECT FROM ${schema}.links AS link WHERE link.article_id = had.article_id)`,
    )
}
