import { ON_MANY_LINKS } from '@lectern/contracts/events/effects.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { fold } from '@lectern/contracts/fold.ts'
import { pastSchema } from '@lectern/contracts/read-model/pasts.ts'
import { siteOf } from '@lectern/contracts/site.ts'
import type { EventStore, RecordedEvent } from '@lectern/platform/event-store/port.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { dropLists, projectLists } from '../read-models/links/index.ts'
import { projectRecorded } from '../read-models/projection.ts'
import { inSchema } from '../read-models/transaction.ts'
import { indexPast, type Past } from './tables.ts'

/** Small, so that other libraries' events and reads take turns with a fold. */
const BATCH_EVENTS = 500
const BATCH_BYTES = 1_048_576
/** Links whose titles are written for searches at once. */
const TITLES = 2_000

export type FoldParts = { readonly pool: Pool; readonly store: EventStore; readonly signal: AbortSignal }

/**
 * Writes the rows of a library's events before the revision `total`, from where an earlier try came to, as the lanes write them.
 * @returns whether they are all there; otherwise the past is wanted no more, another process was faster, or the signal aborted
 * @throws an error of the events (failures.ts, isPoison), or of the store or Postgres
 */
export const foldPast = async ({ pool, store, signal }: FoldParts, past: Past & { total: number }) => {
  let { folded } = past
  /** @returns false where the past is not where we left it: it is gone, or another process was first */
  const commit = (events: readonly RecordedEvent[]): Promise<boolean> =>
    inSchema(pool, pastSchema(past.n), async tx => {
      const to = Number(events.at(-1)?.revision) + 1
      const moved = await tx`
        UPDATE projections.pasts SET folded = ${to} WHERE n = ${past.n} AND folded = ${folded} AND state = 'filling' RETURNING n`
      if (moved.length > 0) await projectRecorded({ project: projectLists, drop: dropLists }, tx, events)
      folded = to
      return moved.length > 0
    })

  let isKnown = false
  for await (const batch of batchesOf(store, past)) {
    if (signal.aborted || !(await commit(batch))) return false
    // Postgres learns that the table has one library. It would otherwise read all links for each act on many.
    if (!isKnown) await pool.query(`ANALYZE ${pastSchema(past.n)}.links`)
    isKnown = true
  }
  await indexPast(pool, past)
  await writeTitles(pool, past)
  // Reads are planned by these numbers of rows.
  for (const table of ['links', 'search', 'search_link_tags', 'collections', 'tags'])
    await pool.query(`ANALYZE ${pastSchema(past.n)}.${table}`)
  return !signal.aborted
}

async function* batchesOf(store: EventStore, { library_id, folded, total }: Past & { total: number }) {
  let batch: RecordedEvent[] = []
  let bytes = 0
  const stream = libraryStream(library_id)
  for await (const event of store.readStream(stream, { from: BigInt(folded), maxCount: total - folded })) {
    if (event.revision >= total) break
    if (batch.length >= BATCH_EVENTS || bytes >= BATCH_BYTES) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(event)
    bytes += ON_MANY_LINKS.has(event.type) ? BATCH_BYTES : JSON.stringify(event.data).length
  }
  if (batch.length > 0) yield batch
}

type Titled = { id: number; url: string; title: string; tags: string[] }

/** Searches look in titles and sites, and for whole tags. The rows are of the links as they are in the end, so they can be written again. */
const writeTitles = async (pool: Pool, { n, library_id }: Past): Promise<void> => {
  const schema = pastSchema(n)
  await pool.query(`TRUNCATE ${schema}.search, ${schema}.search_link_tags`)
  for (let after = 0; ; ) {
    const { rows } = await pool.query<Titled>(
      `SELECT id, url, title, tags FROM ${schema}.links WHERE library_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [library_id, after, TITLES],
    )
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
    const texts = rows.map(({ id, url, title, tags }) => ({
      id,
      own: [title, siteOf(url)].map(fold).join('\n'),
      site: fold(siteOf(url)),
      tags: [...new Set(tags.map(fold))],
    }))
    await pool.query(
      `WITH texts AS (
         SELECT link.library_id, link.id, link.created_at, link.article_id, t.site, t.own, link.title_from_page, t.tags
         FROM json_to_recordset($2::json) AS t(id integer, site text, own text, tags text[])
         JOIN ${schema}.links AS link ON link.library_id = $1 AND link.id = t.id),
       tagged AS (
         INSERT INTO ${schema}.search_link_tags (library_id, id, created_at, tags)
         SELECT library_id, id, created_at, tags FROM texts)
       INSERT INTO ${schema}.search (library_id, id, created_at, article_id, site, own, title_from_page)
       SELECT library_id, id, created_at, article_id, site, own, title_from_page FROM texts`,
      [library_id, JSON.stringify(texts)],
    )
  }
}
