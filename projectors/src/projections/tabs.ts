import type { LibraryChange } from '@lectern/contracts/read-model/progress.ts'
import { NAMED_LINKS_MAX, namedLinks } from './library-events.ts'
import { NOTHING, type Projection } from './projection.ts'

/** Links whose libraries are told of a batch; where more people saved a page, the rest ask by themselves. */
const LINKS_MAX = 10_000

/**
 * Tells the libraries that have a link with an article what came of reading it, once lists show the article and searches
 * find it. Its checkpoint moves with the telling, so that neither a failure nor a crash loses any news.
 */
export const tabs: Projection = {
  write: () => NOTHING,
  lookUp: async (pool, schema, events) => {
    const articles = events.map(({ stream }) => stream.slice('article-'.length))
    const { rows } = await pool.query<{ library_id: string; ids: number[] }>({
      name: `affected@${schema}`,
      text: `SELECT library_id, (array_agg(id))[1:${NAMED_LINKS_MAX + 1}] AS ids FROM (
               SELECT library_id, id FROM ${schema}.search
               WHERE article_id IN (SELECT decode(hex, 'hex') FROM json_array_elements_text($1::json) AS hex)
               LIMIT ${LINKS_MAX}) AS affected
             GROUP BY library_id`,
      values: [JSON.stringify(articles)],
    })
    return rows.map(
      ({ library_id, ids }): LibraryChange => ({
        libraryId: library_id,
        change: { what: ['extraction', 'search'], ...namedLinks(ids) },
      }),
    )
  },
  isAlone: () => false,
}
