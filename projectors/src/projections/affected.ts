import type { RecordedEvent } from '@lectern/platform/event-store/port.ts'
import type { Log } from '@lectern/platform/log.ts'
import type { Pool } from '@lectern/platform/postgres.ts'
import { encodeProgress, PROGRESS_CHANNEL } from '@lectern/platform/read-model/progress.ts'
import { NAMED_LINKS_MAX, namedLinks, searchChanged } from './library-events.ts'

/** Tabs told of one batch of articles at most: a page that more people saved is refetched by the rest when they next look. */
const LINKS_MAX = 10_000

/**
 * After articles are committed, tells the libraries that have links with them. Not before or within the commit: a link
 * saved meanwhile would miss it, whereas one saved from here on shows the article at once.
 * @param what `search` once searches find the article, else `extraction`
 */
export const tellOpenTabs =
  (what: 'extraction' | 'search', { pool, schema, log }: { pool: Pool; schema: string; log: Log }) =>
  async (events: readonly RecordedEvent[]): Promise<void> => {
    const ofArticles = events.filter(({ stream }) => stream.startsWith('article-'))
    if (ofArticles.length === 0) return
    try {
      const articles = [...new Set(ofArticles.map(({ stream }) => stream.slice('article-'.length)))]
      const { rows } = await pool.query<{ library_id: string; ids: number[] }>({
        name: `affected@${schema}`,
        text: `SELECT library_id, (array_agg(id))[1:${NAMED_LINKS_MAX + 1}] AS ids FROM (
                 SELECT library_id, id FROM ${schema}.links
                 WHERE article_id IN (SELECT decode(hex, 'hex') FROM json_array_elements_text($1::json) AS hex)
                 LIMIT ${LINKS_MAX}) AS affected
               GROUP BY library_id`,
        values: [JSON.stringify(articles)],
      })
      if (rows.length === 0) return
      const changes = rows.map(({ library_id, ids }) =>
        what === 'search'
          ? searchChanged(library_id)
          : { libraryId: library_id, change: { what: [what], ...namedLinks(ids) } },
      )
      await pool.query('SELECT pg_notify($1, payload) FROM json_array_elements_text($2::json) AS payload', [
        PROGRESS_CHANNEL,
        JSON.stringify(encodeProgress({ schema, lanes: {}, changes })),
      ])
    } catch (error) {
      log.warn({ err: error }, 'open tabs were not told of an article')
    }
  }
