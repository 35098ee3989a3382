import { encodeProgress, PROGRESS_CHANNEL } from '@lectern/contracts/read-model/progress.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { traceparents } from '@lectern/platform/process/tracing.ts'

/** Links that are told of one article. */
const mostLinks = 1_000

/** Whether a library has a link to the article. */
export async function isHeld(pool: Pool, schema: string, articleId: string): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT FROM ${schema}.links WHERE article_id = decode($1, 'hex') LIMIT 1`,
    [articleId],
  )
  return rows.length > 0
}

/** Tells the open tabs of the libraries that have the article to read it again. */
export async function tellTabs(pool: Pool, schema: string, articleId: string): Promise<void> {
  const { rows } = await pool.query<{ libraryId: string; linkIds: number[] }>(
    `SELECT library_id AS "libraryId", array_agg(id) AS "linkIds" FROM (
       SELECT library_id, id FROM ${schema}.links WHERE article_id = decode($1, 'hex') LIMIT ${mostLinks}) AS links
      GROUP BY library_id`,
    [articleId],
  )
  const changes = rows.map(({ libraryId, linkIds }) => ({
    libraryId,
    change: { what: ['extraction' as const], linkIds },
  }))
  for (const payload of encodeProgress({ schema, lanes: {}, changes, traces: traceparents() }))
    await pool.query('SELECT pg_notify($1, $2)', [PROGRESS_CHANNEL, payload])
}
