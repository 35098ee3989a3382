import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { NAMED_LINKS_MAX } from '../named-links.ts'

/** Links that are told of one batch of articles. Where more people saved a page, the client asks again by itself. */
const LINKS_MAX = 10_000

/** The links to some articles by library; at most one more than a change may name. */
export const findLinksOf = async (
  pool: Pool,
  schema: string,
  articleIds: readonly string[],
): Promise<{ libraryId: string; linkIds: number[] }[]> => {
  const { rows } = await pool.query<{ libraryId: string; linkIds: number[] }>({
    name: `links-of-articles@${schema}`,
    text: `SELECT library_id AS "libraryId", (array_agg(id))[1:${NAMED_LINKS_MAX + 1}] AS "linkIds" FROM (
             SELECT library_id, id FROM ${schema}.search
             WHERE article_id IN (SELECT decode(hex, 'hex') FROM json_array_elements_text($1::json) AS hex)
             LIMIT ${LINKS_MAX}) AS found
           GROUP BY library_id`,
    values: [JSON.stringify(articleIds)],
  })
  return rows
}
