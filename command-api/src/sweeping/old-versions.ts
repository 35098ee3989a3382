import { VERSIONS_KEPT } from '@lectern/contracts/limits.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { v7 as uuidv7 } from 'uuid'
import { issuedBySystem } from '../aggregate/issued.ts'
import type { Aggregates } from '../aggregates.ts'

type Parts = Pick<Aggregates, 'articles'> & { readonly pool: Pool }

/** Articles from after one to the last, or to the end. */
export type Slice = { readonly after: string; readonly last: string | undefined }

/**
 * Drops the versions of articles in a slice that are neither among the newest 20 nor noted. A note that is taken at this very moment
 * keeps its text all the same: workers delete a text a day after nothing names it any more.
 */
export const dropOldVersions = async (
  { articles, pool }: Parts,
  schema: string,
  { after, last }: Slice,
): Promise<void> => {
  if (last === undefined) return
  const { rows } = await pool.query<{ articleId: string; noted: string[] }>(
    `WITH many AS MATERIALIZED (
       SELECT article_id FROM ${schema}.article_versions
       WHERE article_id > decode($1, 'hex') AND article_id <= decode($2, 'hex')
       GROUP BY article_id HAVING count(*) > $3)
     SELECT encode(article_id, 'hex') AS "articleId", array(
       SELECT DISTINCT v.content_hash FROM ${schema}.article_versions v
       JOIN ${schema}.notes n ON n.anchor ->> 'contentHash' = v.content_hash
       WHERE v.article_id = many.article_id
       UNION SELECT unnest(d.noted) FROM ${schema}.deleted_links d WHERE d.article_id = many.article_id) AS noted
     FROM many`,
    [after, last, VERSIONS_KEPT],
  )
  for (const { articleId, noted } of rows) {
    const now = new Date().toISOString()
    const command = { type: 'DropVersions', articleId, known: { noted: new Set(noted) }, now } as const
    await articles.handle(articleId, command, { ...issuedBySystem(uuidv7()), generated: true })
  }
}
