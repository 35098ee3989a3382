import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { LINK_JSON } from './link-json.ts'

/** The id of a link in a path. @throws Rejected link-not-found, also for what is no id */
export const parseLinkId = (text: string): number => {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(id <= 2_147_483_647)) throw new Rejected('link-not-found')
  return id
}

/** The JSON text of one Link. @throws Rejected link-not-found */
export const readLink = async (
  pool: Pool,
  schema: string,
  libraryId: string,
  linkId: number,
): Promise<string> => {
  const { rows } = await pool.query<{ json: string }>({
    name: `link@${schema}`,
    text: `SELECT ${LINK_JSON} AS json
           FROM ${schema}.links AS link LEFT JOIN ${schema}.articles AS article USING (article_id)
           WHERE link.library_id = $1 AND link.id = $2`,
    values: [libraryId, linkId],
  })
  if (rows[0] === undefined) throw new Rejected('link-not-found')
  return rows[0].json
}
