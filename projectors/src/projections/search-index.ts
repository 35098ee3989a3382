import type { RecordedEvent } from '@lectern/platform/event-store/port.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import { inBackground } from '../engine/background.ts'

/** Events whose rows may wait: a search looks through what waits, a third of a millisecond for so many. */
const WAITING_MAX = 64

const INDEXES = ['search_texts', 'search_link_tags_tags', 'search_articles_words']

/**
 * The indexes of searches gather new rows in a list that each search looks through, since sorting in many at once takes a
 * tenth of the time of one by one. This sorts them in, once so many have come, while the lane goes on; what an end leaves,
 * the next run or Postgres' own housekeeping does.
 */
export const sortIntoIndexes = ({ pool, schema, log }: { pool: Pool; schema: string; log: Log }) => {
  let waiting = 0
  const sorting = inBackground(async () => {
    if (waiting < WAITING_MAX) return
    waiting = 0
    try {
      await pool.query(
        `SELECT gin_clean_pending_list(name::regclass)
         FROM unnest(ARRAY[${INDEXES.map(index => `'${schema}.${index}'`).join(', ')}]) AS name`,
      )
    } catch (error) {
      log.debug({ err: error }, 'rows were not sorted into the indexes of searches')
    }
  })
  return (events: readonly RecordedEvent[]): void => {
    waiting += events.length
    sorting.ask()
  }
}
