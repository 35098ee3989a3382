import { UNLINKED_DAYS } from '@lectern/contracts/retention.ts'
import type { Nats } from '@lectern/platform/nats/connect.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { type ForgetParts, forgetArticles } from '../closing/articles.ts'
import { dropOldVersions } from './old-versions.ts'

export type SweepParts = Omit<ForgetParts, 'nats'> & {
  /** undefined until NATS is connected. */
  readonly nats: () => Nats | undefined
}

/** Articles of one look. */
const SLICE = 5_000
/** Articles that one look forgets. */
const FORGOTTEN_MAX = 1_000

/**
 * Looks at the next slice of articles: drops versions beyond the newest 20, notes which articles no link has, and forgets those that
 * none had for 30 days. A link that comes and goes between two looks does not begin the 30 days anew. While the read model lacks
 * streams that it cannot read, nothing tells which articles have a link, and every 30 days begin anew.
 * @returns the next look
 */
export const articleSweep = (parts: SweepParts): (() => Promise<void>) => {
  let after = ''
  return async () => {
    const schema = await currentReadSchema(parts.pool)
    if (schema === undefined) return
    const parked = await parts.pool.query(`SELECT FROM ${schema}.parked_streams LIMIT 1`)
    if (parked.rowCount !== 0) {
      await parts.pool.query('DELETE FROM command.unlinked_articles')
      return
    }
    const slice = { after, last: await noteUnlinked(parts.pool, schema, after) }
    await dropOldVersions(parts, schema, slice)
    after = slice.last ?? ''
    await forgetUnlinked(parts, schema)
  }
}

/**
 * A page that was provided for a link that is there is kept: an undo may give it back, and nobody else has it.
 * @returns the last article of the slice; undefined after the last one of all
 */
const noteUnlinked = async (pool: Pool, schema: string, after: string): Promise<string | undefined> => {
  await pool.query(
    `DELETE FROM command.unlinked_articles u
     WHERE EXISTS (SELECT FROM ${schema}.links l WHERE l.article_id = u.article_id)`,
  )
  const { rows } = await pool.query<{ last: string }>(
    `WITH slice AS (
       SELECT article_id FROM ${schema}.articles WHERE article_id > decode($1, 'hex') ORDER BY article_id LIMIT ${SLICE}),
     unlinked AS (
       INSERT INTO command.unlinked_articles (article_id)
       SELECT article_id FROM slice WHERE NOT EXISTS (SELECT FROM ${schema}.links l WHERE l.article_id = slice.article_id)
         AND NOT EXISTS (
           SELECT FROM content.provided_documents p JOIN ${schema}.links l ON l.library_id = p.library_id AND l.id = p.link_id
            WHERE p.article_id = encode(slice.article_id, 'hex'))
       ON CONFLICT DO NOTHING)
     SELECT encode(article_id, 'hex') AS last FROM slice ORDER BY article_id DESC LIMIT 1`,
    [after],
  )
  return rows[0]?.last
}

const forgetUnlinked = async ({ nats, ...parts }: SweepParts, schema: string): Promise<void> => {
  const connected = nats()
  const { rows } = await parts.pool.query<{ id: string }>(
    `SELECT encode(article_id, 'hex') AS id FROM command.unlinked_articles
     WHERE since < now() - make_interval(days => $1) ORDER BY since LIMIT ${FORGOTTEN_MAX}`,
    [UNLINKED_DAYS],
  )
  if (connected === undefined || rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await forgetArticles({ ...parts, nats: connected }, { schema, articles: new Map(ids.map(id => [id, ''])) })
  if (parts.signal.aborted) return
  // One that a note points to was not forgotten. The next look at its slice notes it again.
  await parts.pool.query(
    `DELETE FROM command.unlinked_articles WHERE article_id IN (SELECT decode(id, 'hex') FROM unnest($1::text[]) AS id)`,
    [ids],
  )
}
