import type { Position, RecordedEvent } from '@lectern/platform/event-store/port.ts'
import type { Log } from '@lectern/platform/log.ts'
import type { Pool } from '@lectern/platform/postgres.ts'
import {
  encodeProgress,
  type LibraryChange,
  PROGRESS_CHANNEL,
} from '@lectern/platform/read-model/progress.ts'
import { inBackground } from '../engine/background.ts'
import { NAMED_LINKS_MAX, namedLinks } from './library-events.ts'

const ARTICLE = 'article-'
const ARTICLES_AT_ONCE = 1_000
/** Of these, links whose libraries are told; of a page that more people saved the rest see the result a second later. */
const LINKS_MAX = 10_000

type Tools = {
  readonly pool: Pool
  readonly schema: string
  readonly log: Log
  /** Resolves once lists show everything up to a position. */
  readonly isShown: (position: Position) => Promise<void>
}

/**
 * Once lists show articles and searches find them, tells the libraries that have links with them. Not within the commit:
 * a link saved meanwhile would miss it, whereas one saved from here on shows the article at once. Nor does the next commit
 * wait for it: what comes meanwhile is told together.
 */
export const createTabsTeller = ({ pool, schema, log, isShown }: Tools) => {
  const waiting = new Set<string>()
  let upTo: Position | undefined

  const tell = async (articles: readonly string[]): Promise<void> => {
    const { rows } = await pool.query<{ library_id: string; ids: number[] }>({
      name: `affected@${schema}`,
      text: `SELECT library_id, (array_agg(id))[1:${NAMED_LINKS_MAX + 1}] AS ids FROM (
               SELECT library_id, id FROM ${schema}.search
               WHERE article_id IN (SELECT decode(hex, 'hex') FROM json_array_elements_text($1::json) AS hex)
               LIMIT ${LINKS_MAX}) AS affected
             GROUP BY library_id`,
      values: [JSON.stringify(articles)],
    })
    if (rows.length === 0) return
    const changes = rows.map(
      ({ library_id, ids }): LibraryChange => ({
        libraryId: library_id,
        change: { what: ['extraction', 'search'], ...namedLinks(ids) },
      }),
    )
    await pool.query('SELECT pg_notify($1, payload) FROM json_array_elements_text($2::json) AS payload', [
      PROGRESS_CHANNEL,
      JSON.stringify(encodeProgress({ schema, lanes: {}, changes })),
    ])
  }

  const telling = inBackground(async () => {
    while (upTo !== undefined && waiting.size > 0) {
      const articles = [...waiting].slice(0, ARTICLES_AT_ONCE)
      for (const article of articles) waiting.delete(article)
      await isShown(upTo)
      await tell(articles).catch(error => log.warn({ err: error }, 'open tabs were not told of an article'))
    }
  })

  return {
    /** Of events that are committed. */
    hear: (events: readonly RecordedEvent[]): void => {
      for (const { stream, position } of events) {
        if (!stream.startsWith(ARTICLE)) continue
        waiting.add(stream.slice(ARTICLE.length))
        upTo = position
      }
      telling.ask()
    },
    /** Resolves when all that was heard is told. */
    isDone: telling.isDone,
  }
}
