import { shownArticleOf } from '@lectern/contracts/article-id.ts'
import type { LinkTexts } from '@lectern/contracts/events/library.ts'
import { READ_VERSION } from '@lectern/contracts/read-model/tables.ts'
import { titleOfPage } from '@lectern/contracts/titles.ts'
import { isMissing, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'

/** The titles that lists show, one for each of the texts: that of the page where the person typed none. */
export type ShownTitles = (links: readonly LinkTexts[]) => Promise<string[]>

/** Asks the read model where a title may be that of a page. */
export const shownTitlesIn = (pool: Pool): ShownTitles => {
  /** The schema that served at the last look. */
  let schema: string | undefined

  const read = async (articleIds: readonly string[]): Promise<Map<string, string>> => {
    schema ??= await currentReadSchema(pool)
    if (schema === undefined) return new Map()
    // The same statement tells whether the schema still serves.
    const { rows } = await pool.query<{ schema: string; id: string | null; title: string | null }>(
      `SELECT s.schema, encode(a.article_id, 'hex') AS id, a.title FROM projections.read_schemas s
       LEFT JOIN ${schema}.articles a ON a.article_id IN (SELECT decode(id, 'hex') FROM unnest($2::text[]) AS id)
       WHERE s.state = 'current' AND s.version = $1`,
      [READ_VERSION, articleIds],
    )
    if (rows[0]?.schema === schema)
      return new Map(rows.flatMap(({ id, title }) => (id !== null && title !== null ? [[id, title]] : [])))
    schema = rows[0]?.schema
    return schema === undefined ? new Map() : read(articleIds)
  }

  return async links => {
    const ofPages = links.filter(({ titleFrom }) => titleFrom === 'page').map(shownArticleOf)
    if (ofPages.length === 0) return links.map(({ title }) => title)
    const titles = await read(ofPages).catch(error => {
      if (!isMissing(error)) throw error
      schema = undefined
      return read(ofPages)
    })
    return links.map(texts => {
      const ofPage = texts.titleFrom === 'page' ? titles.get(shownArticleOf(texts)) : undefined
      return titleOfPage(ofPage ?? null) ?? texts.title
    })
  }
}
